import { useState } from 'react'
import { getChecklist, type ChecklistEntry } from '#contract/settings/checklist.ts'
import { useCall } from '#client/session/use-call.ts'
import { removeFromStorage, writeStorage, readStorage } from '#client/ui/storage/browser-storage.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ChecklistLine } from './checklist-line.tsx'

/** Setup checklist of the club. Once complete it can be hidden in this browser, until an item is undone. */
export function Checklist({ accountId }: { accountId: string }) {
  const hidden = `checklist-hidden-${accountId}`
  const [isHidden, setIsHidden] = useState(() => readStorage(hidden) === true)
  const checklist = useCall(
    getChecklist,
    {},
    {
      // Always stale: the admin may return from doing an item.
      staleTime: 0,
    },
  )
  const entries = checklist.data
  const isComplete = entries?.every(({ done }) => done) ?? false
  if (entries && !isComplete && isHidden) {
    removeFromStorage(hidden)
    setIsHidden(false)
  }
  if (isHidden && (isComplete || !entries)) return null
  if (checklist.isError) return <Retry error={checklist.error} onRetry={() => void checklist.refetch()} />
  if (!entries) return <Skeleton className="mb-8 h-32" />
  return (
    <Section
      entries={entries}
      onHide={
        isComplete
          ? () => {
              writeStorage(hidden, true)
              setIsHidden(true)
            }
          : null
      }
    />
  )
}

function Section({ entries, onHide }: { entries: readonly ChecklistEntry[]; onHide: (() => void) | null }) {
  const done = entries.filter((one) => one.done)
  const open = entries.filter((one) => !one.done)

  function hide() {
    // Focus management: the pressed button unmounts.
    document.querySelector<HTMLElement>('main h1')?.focus()
    onHide?.()
  }
  return (
    <section aria-labelledby="checklist-heading" className="sheet mb-8 p-5 sm:p-6">
      <h2 id="checklist-heading" className="mb-1 text-xl">
        {onHide ? 'Your club is set up' : 'What your club still needs'}
      </h2>
      <p className="text-ink-2">{`${done.length} of ${entries.length} done`}</p>
      {open.length > 0 && (
        <ul className="mt-4 grid gap-4">
          {open.map((entry) => (
            <ChecklistLine key={entry.item} entry={entry} />
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Show what is done</summary>
          <ul className="mt-2 grid gap-1">
            {done.map((entry) => (
              <ChecklistLine key={entry.item} entry={entry} />
            ))}
          </ul>
        </details>
      )}
      {onHide && (
        <button type="button" className="button-outline mt-4" onClick={hide}>
          Hide this list
        </button>
      )}
    </section>
  )
}
