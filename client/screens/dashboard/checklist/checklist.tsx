import { useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { ChecklistEntry } from '#contract/settings/checklist.ts'
import { ChecklistLine } from '#client/club/checklist-line.tsx'
import { removeFromStorage, writeStorage, readStorage } from '#client/ui/storage/browser-storage.ts'

/** Setup checklist of the club. Once complete it can be hidden in this browser, until an item is undone. */
export function Checklist({ entries, accountId }: { entries: readonly ChecklistEntry[]; accountId: string }) {
  const hidden = `checklist-hidden-${accountId}`
  const [isHidden, setIsHidden] = useState(() => readStorage(hidden) === true)
  const isComplete = entries.every(({ done }) => done)
  if (!isComplete && isHidden) {
    removeFromStorage(hidden)
    setIsHidden(false)
  }
  if (!isComplete) return <ToDo entries={entries} />
  if (isHidden) return null
  function hide() {
    // Focus management: the pressed button unmounts.
    document.querySelector<HTMLElement>('main h1')?.focus()
    writeStorage(hidden, true)
    setIsHidden(true)
  }
  return (
    <section aria-labelledby="checklist-heading" className="sheet p-4">
      <h2 id="checklist-heading" className="text-lg">
        Your club is set up
      </h2>
      <button type="button" className="button-quiet -mb-2 -ms-2.5" onClick={hide}>
        Hide this list
      </button>
    </section>
  )
}

/** The next item in full; the others, open and done, behind a press. */
function ToDo({ entries }: { entries: readonly ChecklistEntry[] }) {
  const done = entries.filter((one) => one.done)
  const [next, ...others] = entries.filter((one) => !one.done)
  return (
    <section aria-labelledby="checklist-heading" className="sheet p-4">
      <h2 id="checklist-heading" className="text-lg">
        Finish setting up
      </h2>
      <p className="mb-3 text-sm text-ink-2">{`${done.length} of ${entries.length} done`}</p>
      <ul>
        <ChecklistLine entry={next!} />
      </ul>
      <Link to={href('/dashboard/set-up')} className="button-outline mt-3">
        Go step by step
      </Link>
      <details className="mt-2">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
          {others.length > 0 ? `${others.length} more, and what is done` : 'What is done'}
        </summary>
        <ul className="mt-2 grid gap-4">
          {[...others, ...done].map((entry) => (
            <ChecklistLine key={entry.item} entry={entry} />
          ))}
        </ul>
      </details>
    </section>
  )
}
