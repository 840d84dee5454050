import { useEffect, useRef, useState } from 'react'
import type { MyBookFilter, MyListing } from '#contract/books/my-book-calls.ts'
import { MOST_AT_ONCE } from '#contract/books/change-of-price.ts'
import { countOf } from '#contract/wording.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useAttention } from '../use-attention.ts'
import { useEndOfUndo } from '../use-my-book.ts'
import type { ManyChange } from '#contract/books/many-books.ts'
import { PriceForm } from './price-form.tsx'
import { Progress } from './progress.tsx'
import { useLongAct } from './use-long-act.ts'
import { useMany, type Outcome } from './use-many.ts'
import type { Selection } from './use-selection.ts'

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
  onChange: () => void
}

/** Bulk actions on the selected books, or on the whole list, with undo. */
export function ManyBar({ shown: loaded, selection, filter, onChange }: ManyBarProps) {
  const shown = loaded ?? []
  const many = useMany(onChange)
  const long = useLongAct(onChange)
  const { books: selected, isWhole } = selection
  // Books as of opening the form, so that a retry after a lost answer doesn't lower a price twice.
  const [pricing, setPricing] = useState<readonly MyListing[] | null>(null)
  const isPricing = pricing !== null && !isWhole
  const count = isWhole ? (selection.whole ?? shown.length) : selected.length
  const act = (change: ManyChange) =>
    isWhole ? long.start(change, filter, count) : void many.act({ change, books: selected }).catch(() => {})
  const hasTold = many.outcome || many.problem || long.running || long.outcome || long.problem
  // Keeps the bar's room, so that the list below doesn't move when it comes.
  if (!loaded && !hasTold) return <div className="not-printed mb-3 min-h-13.5 border-y border-rule" />
  if (shown.length < 2 && !hasTold) return null
  return (
    <section aria-label="Several books at once" className="not-printed mb-3 border-y border-rule py-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {shown.length > 1 && <SelectAll shown={shown} selection={selection} />}
        <output className="text-ink-2 tabular-nums">{count > 0 && `${countOf(count, 'book')} selected`}</output>
        {count > 0 && !long.running && (
          <Changes count={count} isBusy={many.isPending} onChange={act}>
            {!isWhole && (
              <button
                type="button"
                className="button-quiet"
                aria-expanded={isPricing}
                onClick={() => setPricing(isPricing ? null : shown)}
              >
                Change price
              </button>
            )}
          </Changes>
        )}
      </div>
      {count > 0 && isPricing && (
        <PriceForm
          books={selected.map((book) => pricing.find(({ id }) => id === book.id) ?? book)}
          onPrices={async (prices) => {
            await many.act({ change: 'price', prices })
            setPricing(null)
          }}
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

function SelectAll({ shown, selection }: { shown: readonly MyListing[]; selection: Selection }) {
  const { books: selected, select, isWhole, whole, selectWhole } = selection
  const box = useRef<HTMLInputElement>(null)
  const all = shown.slice(0, MOST_AT_ONCE)
  const isAll = isWhole || selected.length >= all.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.length > 0 && !isAll
  }, [selected.length, isAll])
  return (
    <>
      <label className="flex min-h-11 items-center gap-3">
        <input
          ref={box}
          type="checkbox"
          className="size-6 accent-link"
          checked={isAll}
          onChange={() => select(isAll ? [] : all)}
        />
        {shown.length > all.length ? `Select the first ${MOST_AT_ONCE}` : `Select all ${shown.length} shown`}
      </label>
      {whole !== null && !isWhole && (
        <button type="button" className="button-quiet -mx-2.5" onClick={selectWhole}>
          Select all {countOf(whole, 'book')}
        </button>
      )}
    </>
  )
}

interface OutcomeLineProps extends Pick<Outcome, 'words' | 'refused'> {
  onUndo: (() => void) | null
  /** Ends the offer of undo by time; left out where it stays. */
  onEnd?: () => void
}

/** Result of a bulk action with its refusals. Takes the focus: the pressed button may have unmounted. */
function OutcomeLine({ words, refused, onUndo, onEnd }: OutcomeLineProps) {
  const { isAttended, attention } = useAttention()
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => line.current?.focus({ preventScroll: true }), [])
  useEndOfUndo(onUndo && onEnd && !isAttended ? words : null, onEnd ?? (() => {}))
  return (
    <div ref={line} tabIndex={-1} {...attention} className="my-1 border-s-3 border-ok bg-sunk px-4 py-2 outline-none">
      <p role="status" className="flex flex-wrap items-center gap-x-4">
        {words}
        {onUndo && (
          <button type="button" className="button-quiet -ms-2.5" onClick={onUndo}>
            Undo
          </button>
        )}
      </p>
      {refused.length > 0 && (
        <>
          <p className="mt-1 text-sm font-semibold">Not changed:</p>
          <ul className="text-sm">
            {refused.map(({ title, reason }) => (
              <li key={title + reason}>
                <bdi className="font-semibold wrap-anywhere">{title}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Error of a bulk action. The retry button takes the focus, because the pressed button may have unmounted. */
function Failure({ words, again }: { words: string; again: (() => void) | null }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOffered = again !== null
  useEffect(() => {
    if (isOffered) button.current?.focus()
  }, [isOffered])
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <FailureLine words={words} className="my-1 text-sm" />
      {again && (
        <button ref={button} type="button" className="button-outline" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}
