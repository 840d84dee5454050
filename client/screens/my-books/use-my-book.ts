import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { changeMyBooks } from '#contract/books/many-books.ts'
import { advertiseBook, removeBook, restoreBook } from '#contract/books/my-book-calls.ts'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { POPUP_MS, UNDO_MS } from '#contract/notices.ts'
import { call } from '#client/api/call.ts'
import { showPopup } from '#client/ui/notice-store.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { useAccount } from '#client/session/use-account.ts'
import { deletedWords } from './deleted-rows.ts'

type Focusable = React.RefObject<HTMLElement | null>
type Undo = 'advertise' | 'stop' | 'delete' | null

/** Callbacks of a row's changes to its list. */
export interface BookChanges {
  /** Updates the row. */
  onChange(book: MyListing): void
  /** Called after the server deleted it; the row stays while undo is offered. */
  onDelete(book: MyListing): void
  /** Called when undo of a delete times out. `hadFocus`: its button had the focus. */
  onGone(book: MyListing, hadFocus: boolean): void
  onRestore(book: MyListing): void
  /** Called when the server refused: the row is stale. */
  onOutdated(): void
}

/**
 * Advertises, pauses and deletes one book. Advertising is an optimistic update; it and deleting can be undone for
 * `UNDO_MS`, longer while `isAttended`; `undo` names what. `problem`: error of the latest action. `title` takes the
 * focus when the undo button unmounts with it.
 */
export function useMyBook(
  book: MyListing,
  changes: BookChanges,
  { isAttended, ...refs }: { isAttended: boolean; undoButton: Focusable; title: Focusable },
) {
  const { undoButton, title } = refs
  const [undo, setUndo] = useState<Undo>(null)
  const { advertise, takeBack, remove, restore } = useCalls(book, changes, setUndo)
  const pause = usePause(book, changes)

  // Advertising never blocks the buttons: it is optimistic, and its requests are sent in order.
  const isBusy = remove.isPending || restore.isPending || pause.isPending
  const isTold = !isBusy && !advertise.isPending
  useFocusOfUndo(undo, undoButton, title)
  useEndOfUndo(isTold && !isAttended ? undo : null, () => {
    const hadFocus = undoButton.current?.matches(':focus') === true
    setUndo(null)
    if (undo === 'delete') changes.onGone(book, hadFocus)
  })

  const failed = [restore, remove, advertise, pause].find((action) => action.isError)
  const act = (action: () => void) => () => {
    if (isBusy) return
    for (const earlier of [advertise, remove, restore, pause]) earlier.reset()
    action()
  }
  return {
    undo,
    isBusy,
    problem: failed?.error?.message ?? '',
    advertise: act(() => advertise.mutate(true)),
    stopAdvertising: act(() => advertise.mutate(false)),
    pause: act(() => pause.mutate(true)),
    show: act(() => pause.mutate(false)),
    remove: act(() => remove.mutate()),
    takeBack: act(() => (undo === 'delete' ? restore.mutate() : takeBack(undo === 'stop'))),
  }
}

/** Mutations of one book, sent one at a time. Advertising is an optimistic update, reverted on refusal. */
function useCalls(book: MyListing, changes: BookChanges, setUndo: (undo: Undo) => void) {
  const params = { id: book.id }
  const scope = { id: `book ${book.id}` }
  const isWanted = useRef(book.isAdvertised)
  const isUndoing = useRef(false)
  const advertise = useMutation({
    scope,
    mutationFn: (isAdvertised: boolean) =>
      call(advertiseBook, { params, body: { advertise: isAdvertised ? 'true' : 'false' } }),
    onMutate: (isAdvertised) => {
      isWanted.current = isAdvertised
      changes.onChange({ ...book, isAdvertised })
      setUndo(isUndoing.current ? null : isAdvertised ? 'advertise' : 'stop')
      isUndoing.current = false
    },
    onError: (error, isAdvertised) => {
      changes.onChange({ ...book, isAdvertised: !isAdvertised })
      setUndo(null)
      if (error instanceof ProblemError) changes.onOutdated()
    },
    onSuccess: (_, isAdvertised) => {
      if (isAdvertised && isWanted.current)
        popup('Book advertised', `“${book.title}” is among the advertised books now.`, POPUP_MS.bookAdvertised)
    },
  })
  const remove = useMutation({
    scope,
    mutationFn: () => call(removeBook, { params }),
    onSuccess: () => {
      setUndo('delete')
      changes.onDelete(book)
      popup('Book deleted', deletedWords(book), POPUP_MS.bookDeleted)
    },
    onError: (error) => error instanceof ProblemError && changes.onOutdated(),
  })
  const restore = useMutation({
    scope,
    mutationFn: () => call(restoreBook, { params }),
    onSuccess: () => {
      setUndo(null)
      changes.onRestore(book)
    },
  })
  const takeBack = (isAdvertised: boolean) => {
    isUndoing.current = true
    advertise.mutate(isAdvertised)
  }
  return { advertise, takeBack, remove, restore }
}

/** Pauses or resumes one book with the same button. */
function usePause(book: MyListing, changes: BookChanges) {
  const { listingsPaused } = useAccount()
  return useMutation({
    scope: { id: `book ${book.id}` },
    mutationFn: async (isPausing: boolean) => {
      const change = isPausing ? 'pause' : 'show'
      const { refused } = await call(changeMyBooks, { body: { change, books: [book.id] } })
      if (refused[0]) throw new Error(refused[0].reason)
    },
    onSuccess: (_, isPausing) => {
      changes.onChange({ ...book, isPausedAlone: isPausing, isPaused: isPausing || listingsPaused })
    },
    onError: () => changes.onOutdated(),
  })
}

/** Focus management: moves to the undo button when it replaces the pressed button, and to the title when undo goes. */
function useFocusOfUndo(undo: string | null, undoButton: Focusable, title: Focusable) {
  const wasOffered = useRef(false)
  useEffect(() => {
    // A focused element that unmounts drops the focus to the body.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (undo) undoButton.current?.focus({ preventScroll: true })
    else if (wasOffered.current && isLost) title.current?.focus({ preventScroll: true })
    wasOffered.current = undo !== null
  }, [undo, undoButton, title])
}

/** Ends an offer of undo after its timeout; null while there is none or the row is attended. */
export function useEndOfUndo(undo: string | null, onEnd: () => void) {
  useEffect(() => {
    if (!undo) return
    const timer = setTimeout(onEnd, UNDO_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the clock starts with the offer, not with each rendering
  }, [undo])
}

function popup(title: string, text: string, ms: number) {
  showPopup({ kind: 'success', title, text, ms })
}
