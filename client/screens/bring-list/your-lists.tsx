import { useEffect, useRef, useState } from 'react'
import type { Imported } from '#contract/books/brought-lists.ts'
import { countOf, grouped } from '#contract/wording.ts'
import { DataTable, type Column } from '#client/lists/tables/data-table.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'
import { countsOf, stateOf } from './list-words.ts'
import { TakeBack } from './take-back.tsx'

interface YourListsProps {
  imports: readonly Imported[]
  onTakenBack: () => Promise<void>
}

const columnsOf = (ask: (one: Imported) => void): Column<Imported>[] => [
  {
    heading: 'File',
    part: 'title',
    cell: ({ fileName }) => <bdi className="font-semibold wrap-anywhere">{fileName}</bdi>,
  },
  { heading: 'When', part: 'facts', cell: ({ begunAt }) => <TimeAgo date={begunAt} /> },
  { heading: 'Books', part: 'rest', isFigure: true, cell: ({ inserted }) => grouped(inserted) },
  { heading: 'Result', part: 'state', cell: (one) => <State imported={one} /> },
  { heading: 'Action', part: 'action', cell: (one) => <TakeBackButton imported={one} onPress={() => ask(one)} /> },
]

/** Past imports, with a button to undo each. */
export function YourLists({ imports, onTakenBack }: YourListsProps) {
  const [asked, setAsked] = useState<Imported | null>(null)
  const [outcome, setOutcome] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  // Focus management: the pressed button has unmounted.
  useEffect(() => {
    if (outcome) line.current?.focus()
  }, [outcome])
  return (
    <section aria-labelledby="lists-heading">
      <h2 id="lists-heading" className="mb-3 text-xl">
        Your lists
      </h2>
      <p
        ref={line}
        role="status"
        tabIndex={-1}
        className="mb-3 border-s-3 border-ok bg-sunk px-4 py-2 outline-none empty:hidden"
      >
        {outcome}
      </p>
      <DataTable
        caption="Lists you’ve brought"
        columns={columnsOf(setAsked)}
        rows={imports}
        keyOf={({ id }) => id}
        nameOf={({ fileName }) => fileName}
      />
      {asked && (
        <TakeBack
          imported={asked}
          onClose={() => setAsked(null)}
          onDone={async (words) => {
            await onTakenBack()
            setAsked(null)
            setOutcome(words)
          }}
        />
      )}
    </section>
  )
}

function State({ imported }: { imported: Imported }) {
  const state = stateOf(imported)
  const counts = countsOf(imported)
  if (state === 'under way') return 'Being listed'
  if (state === 'taken back') return `Taken back: ${countOf(imported.removed ?? 0, 'book')} removed from the shop`
  return (
    <div>
      {state === 'done' ? 'Listed' : 'Stopped halfway. Bring the file again: nothing is listed twice.'}
      {counts.length > 0 && <span className="block text-sm text-ink-2">{counts.join(' · ')}</span>}
    </div>
  )
}

function TakeBackButton({ imported, onPress }: { imported: Imported; onPress: () => void }) {
  const state = stateOf(imported)
  if (state === 'taken back' || (state !== 'under way' && imported.inserted === 0)) return null
  return (
    <button type="button" className="button-outline whitespace-nowrap" onClick={onPress}>
      {state === 'under way' ? 'Stop and take back' : 'Take back'}
      <span className="sr-only"> {imported.fileName}</span>
    </button>
  )
}
