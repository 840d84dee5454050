import { useState } from 'react'
import { changedPrice } from '#contract/books/change-of-price.ts'
import type { ManyChange } from '#contract/books/many-books.ts'
import type { MyBookFilter, MyListing } from '#contract/books/my-book-calls.ts'
import { countOf } from '#contract/wording.ts'
import { Failure, OutcomeLine } from './outcome.tsx'
import { PriceForm } from './price-form.tsx'
import { Progress } from './progress.tsx'
import { SelectAll, SelectWhole } from './select-all.tsx'
import { useLongAct } from './use-long-act.ts'
import { useMany } from './use-many.ts'
import type { Selection } from './use-selection.ts'
import { WholePrices } from './whole-prices.tsx'

const changes: readonly [ManyChange, string][] = [
  ['advertise', 'Advertise'],
  ['stop-advertising', 'Stop advertising'],
  ['pause', 'Pause'],
  ['show', 'Resume'],
  ['delete', 'Delete'],
]

interface ManyBarProps {
  /** Undefined while loading. */
  shown: readonly MyListing[] | undefined
  selection: Selection
  filter: MyBookFilter
  /** On a narrow page the bar comes with the first book that is selected; all are selected beside the list's count. */
  isNarrow: boolean
  onChange: () => void
}

/** Bulk actions on the selected books, or on the whole list, with undo. */
export function ManyBar({ shown: loaded, selection, filter, isNarrow, onChange }: ManyBarProps) {
  const shown = loaded ?? []
  const many = useMany(onChange)
  const long = useLongAct(onChange)
  const { books: selected, isWhole } = selection
  // Books as of opening the form, so that a retry after a lost answer doesn't lower a price twice.
  const [pricing, setPricing] = useState<readonly MyListing[] | null>(null)
  const count = isWhole ? (selection.whole ?? shown.length) : selected.length
  const isPricing = pricing !== null && count > 0 && !long.running
  const act = (change: ManyChange) =>
    isWhole ? long.start(change, filter, count) : void many.act({ change, books: selected }).catch(() => {})
  const hasTold = many.outcome || many.problem || long.running || long.outcome || long.problem
  const isIdle = count === 0 && !hasTold
  // Keeps the bar's room, so that the list below doesn't move when it comes.
  if (!loaded && isIdle) return isNarrow ? null : <div className="not-printed mb-3 min-h-13.5 border-y border-rule" />
  if (isIdle && (isNarrow || shown.length < 2)) return null
  return (
    <section aria-label="Several books at once" className="not-printed mb-3 border-y border-rule py-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {shown.length > 1 && !isNarrow && <SelectAll shown={shown} selection={selection} />}
        {isNarrow && <Count count={count} />}
        <SelectWhole selection={selection} />
        {!isNarrow && <Count count={count} />}
        {count > 0 && !long.running && (
          <Changes count={count} isBusy={many.isPending} onChange={act}>
            <button
              type="button"
              className="button-quiet"
              aria-expanded={isPricing}
              onClick={() => setPricing(isPricing ? null : shown)}
            >
              Change price
            </button>
          </Changes>
        )}
      </div>
      {isPricing && isWhole && (
        <WholePrices
          filter={filter}
          example={shown[0]}
          onChange={(prices, stays) => {
            setPricing(null)
            long.reprice(prices, stays)
          }}
        />
      )}
      {isPricing && !isWhole && (
        <PricesOfSelected
          books={selected.map((book) => pricing.find(({ id }) => id === book.id) ?? book)}
          many={many}
          onDone={() => setPricing(null)}
        />
      )}
      <Failure
        words={many.problem}
        again={isPricing ? null : many.again && (() => void many.again?.().catch(() => {}))}
      />
      {many.outcome && (
        <OutcomeLine
          {...many.outcome}
          onUndo={many.outcome.undo && (() => void many.takeBack(many.outcome!.undo!).catch(() => {}))}
          onEnd={many.endUndo}
        />
      )}
      <LongWork long={long} />
    </section>
  )
}

const Count = ({ count }: { count: number }) => (
  <output className="text-ink-2 tabular-nums">{count > 0 && `${countOf(count, 'book')} selected`}</output>
)

interface PricesOfSelectedProps {
  books: readonly MyListing[]
  many: ReturnType<typeof useMany>
  onDone: () => void
}

const PricesOfSelected = ({ books, many, onDone }: PricesOfSelectedProps) => (
  <PriceForm
    example={books[0]}
    submit={{ label: `Change the price of ${countOf(books.length, 'book')}`, pending: 'Saving…' }}
    onChange={async (change) => {
      const prices = books.map((book) => ({ book, to: changedPrice(book.resalePrice, change) }))
      await many.act({ change: 'price', prices })
      onDone()
    }}
  />
)

interface ChangesProps {
  count: number
  isBusy: boolean
  onChange: (change: ManyChange) => void
  children: React.ReactNode
}

function Changes({ count, isBusy, onChange, children }: ChangesProps) {
  return (
    <div className="-mx-2.5 flex flex-wrap gap-x-1">
      {changes.map(([change, label]) => (
        <button
          key={change}
          type="button"
          className="button-quiet"
          aria-disabled={isBusy}
          onClick={() => !isBusy && onChange(change)}
        >
          {label}
          <span className="sr-only"> {countOf(count, 'selected book')}</span>
        </button>
      ))}
      {children}
    </div>
  )
}

/** Progress of a change of the whole list, and what came of it. Its undo stays until the next change. */
function LongWork({
  long: { running, outcome, problem, stop, again, takeBack },
}: {
  long: ReturnType<typeof useLongAct>
}) {
  if (running) return <Progress act={running} onStop={stop} />
  return (
    <>
      <Failure words={problem} again={again} />
      {outcome && <OutcomeLine {...outcome} onUndo={outcome.undo.length > 0 ? () => takeBack(outcome) : null} />}
    </>
  )
}
