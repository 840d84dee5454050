import { useEffect, useId, useRef, useState, useCallback } from 'react'
import { Link } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { OFTEN, type Often, type Want, changeWant, removeWant, saveSearch, wantBook } from '#contract/wants/wants.ts'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { toast } from '#client/ui/notice-store.ts'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { oftenWords } from './often-words.ts'
import { RenameWant } from './rename-want.tsx'
import { useInOrder, type InOrder } from './use-in-order.ts'

/** Row of a want: link, email frequency, name, and delete with undo. */
export function WantRow({ want, onChanged }: { want: Want; onChanged: (want: Want) => void }) {
  const { name, search, bookId } = want
  const [isRenaming, setRenaming] = useState(false)
  // Focus management: these buttons remount in place of the pressed control.
  const [renameButton, renameIsDue] = useFocusBack()
  const [deleteButton, deleteIsDue] = useFocusBack()
  // Serializes writes: a change after the delete would be refused, and a change after a rename would revert it.
  const inOrder = useInOrder()
  const { current, isDeleted, isBusy, remove, restore } = useDeleting(want, inOrder, deleteIsDue)
  // Original id as the list's key: undo of a delete creates a new record.
  const onChangedHere = (changed: Want) => onChanged({ ...changed, id: want.id })
  const heading = (
    <h2 className="text-lg leading-tight wrap-anywhere" dir="auto">
      <Link
        to={bookId === null ? `${href('/search')}?${search}` : bookPath({ id: bookId })}
        className="touchable inline-block py-1 text-ink no-underline hover:underline"
      >
        {name}
      </Link>
    </h2>
  )
  if (isDeleted) return <Deleted name={name} isBusy={isBusy} onUndo={restore} />
  return (
    <article aria-label={name} className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="min-w-0">
        {isRenaming ? (
          <RenameWant
            want={current}
            inOrder={inOrder}
            onDone={(renamed) => {
              renameIsDue()
              setRenaming(false)
              if (renamed) onChangedHere(renamed)
            }}
          />
        ) : (
          heading
        )}
        <p className="mt-1 text-sm text-ink-2">
          {bookId === null ? 'Saved' : 'Reserved: one email when it is back on sale. Saved'}{' '}
          <TimeAgo date={want.since} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        {search !== null && <ChooseOften want={current} inOrder={inOrder} onChanged={onChangedHere} />}
        {search !== null && !isRenaming && (
          <button ref={renameButton} type="button" className="button-quiet" onClick={() => setRenaming(true)}>
            Rename<span className="sr-only"> {name}</span>
          </button>
        )}
        <button
          ref={deleteButton}
          type="button"
          className="button-quiet"
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : remove}
        >
          Delete<span className="sr-only"> {name}</span>
        </button>
      </div>
    </article>
  )
}

/** Deleted row; focus management: its undo button replaces the pressed button. */
function Deleted({ name, isBusy, onUndo }: { name: string; isBusy: boolean; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-ink-2">
      <p role="status">
        “<bdi>{name}</bdi>” is deleted.
      </p>
      <button
        ref={undo}
        type="button"
        className="button-quiet"
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : onUndo}
      >
        Undo<span className="sr-only"> deleting {name}</span>
      </button>
    </div>
  )
}

/** Select with an optimistic update, reverted on failure. */
function ChooseOften(props: { want: Want; inOrder: InOrder; onChanged: (want: Want) => void }) {
  const { want, inOrder, onChanged } = props
  const id = useId()
  async function choose(often: Often) {
    onChanged({ ...want, often })
    try {
      await inOrder(() => call(changeWant, { params: { id: want.id }, body: { name: want.name, often } }))
    } catch (error) {
      onChanged(want)
      toast(errorMessage(error), 'error')
    }
  }
  return (
    <p className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm">
        Emails<span className="sr-only"> about {want.name}</span>
      </label>
      <select
        id={id}
        value={want.often}
        className="input w-auto"
        onChange={({ target }) => void choose(OFTEN.find((often) => often === target.value) ?? want.often)}
      >
        {OFTEN.map((often) => (
          <option key={often} value={often}>
            {oftenWords[often]}
          </option>
        ))}
      </select>
    </p>
  )
}

function useDeleting(want: Want, inOrder: InOrder, onRestored: () => void) {
  // Undo of a delete creates a new record with a new id.
  const [currentId, setCurrentId] = useState<string | null>(want.id)
  const [isBusy, setBusy] = useState(false)
  async function attempt(act: () => Promise<string | null>) {
    setBusy(true)
    try {
      setCurrentId(await inOrder(act))
    } catch (error) {
      toast(errorMessage(error), 'error')
    }
    setBusy(false)
  }
  return {
    current: { ...want, id: currentId ?? want.id },
    isDeleted: currentId === null,
    isBusy,
    remove: () =>
      void attempt(async () => {
        await removeOnce(currentId ?? want.id)
        return null
      }),
    restore: () =>
      void attempt(async () => {
        const id = await saveAgain(want)
        onRestored()
        return id
      }),
  }
}

/** Deletes idempotently: a 404 counts as success, since an answer may have been lost. */
async function removeOnce(id: string): Promise<void> {
  try {
    await call(removeWant, { params: { id } })
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
  }
}

async function saveAgain({ search, bookId, name, often }: Want): Promise<string> {
  const saved =
    search === null
      ? await call(wantBook, { params: { id: bookId ?? '' } })
      : await call(saveSearch, { body: { search, name, often } })
  return saved.insertedId
}

/**
 * Focus management for a button that unmounts and comes back: returns its ref and a function that requests the focus
 * for its next mount, unless another element has it.
 */
function useFocusBack() {
  const isDue = useRef(false)
  const ref = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isDue.current) return
    isDue.current = false
    if (document.activeElement === document.body) button.focus()
  }, [])
  const due = () => {
    isDue.current = true
  }
  return [ref, due] as const
}
