import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { advertiseBook, removeBook, restoreBook } from '#contract/book-calls.ts'
import type { Book } from '#contract/books.ts'
import { POPUP_MS, UNDO_MS } from '#contract/constants.ts'
import { call } from '#client/server-calls/call.ts'
import { showPopup } from '#client/parts/notice-store.ts'

/** What the list does when one of its rows changes. */
export interface ProductChanges {
  /** The row has new facts. */
  onChange(book: Book): void
  /** Deleted at the server; the row stays for as long as undo is offered. */
  onDelete(book: Book): void
  /** The time for undo of a delete is over. */
  onGone(book: Book): void
  /** The undo button leaves while it has the focus. */
  onFocusLost(): void
  onRestore(book: Book): void
}

/**
 * Advertising and deleting of one book. Both happen at once and can be undone for `UNDO_MS`; `undo` names what.
 * `problem`: why the latest of them did not work.
 */
export function useProduct(book: Book, changes: ProductChanges) {
  const undoButton = useRef<HTMLButtonElement>(null)
  const [undo, setUndo] = useState<'advertise' | 'delete' | null>(null)
  const params = { id: book.id }

  const advertise = useMutation({
    mutationFn: (isAdvertised: boolean) =>
      call(advertiseBook, { params, body: { advertise: isAdvertised ? 'true' : 'false' } }),
    onMutate: (isAdvertised) => changes.onChange({ ...book, isAdvertised }),
    onError: (_, isAdvertised) => changes.onChange({ ...book, isAdvertised: !isAdvertised }),
    onSuccess: (_, isAdvertised) => {
      setUndo(isAdvertised ? 'advertise' : null)
      if (isAdvertised)
        popup('Book advertised', `“${book.title}” stands among the advertised books now.`, POPUP_MS.bookAdvertised)
    },
  })
  const remove = useMutation({
    mutationFn: () => call(removeBook, { params }),
    onSuccess: () => {
      setUndo('delete')
      changes.onDelete(book)
      popup('Book deleted', `“${book.title}” is off the shelf.`, POPUP_MS.bookDeleted)
    },
  })
  const restore = useMutation({
    mutationFn: () => call(restoreBook, { params }),
    onSuccess: () => {
      setUndo(null)
      changes.onRestore(book)
    },
  })

  const isBusy = advertise.isPending || remove.isPending || restore.isPending
  useEndOfUndo(isBusy ? null : undo, () => {
    if (undoButton.current?.matches(':focus')) changes.onFocusLost()
    setUndo(null)
    if (undo === 'delete') changes.onGone(book)
  })

  const failed = [restore, remove, advertise].find((action) => action.isError)
  const act = (action: () => void) => () => {
    if (isBusy) return
    for (const earlier of [advertise, remove, restore]) earlier.reset()
    action()
  }
  return {
    undo,
    undoButton,
    isBusy,
    problem: failed?.error?.message ?? '',
    advertise: act(() => advertise.mutate(true)),
    remove: act(() => remove.mutate()),
    takeBack: act(() => (undo === 'delete' ? restore.mutate() : advertise.mutate(false))),
  }
}

function useEndOfUndo(undo: string | null, onEnd: () => void) {
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
