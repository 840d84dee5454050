import { useEffect, useRef, useState } from 'react'
import type { MyListing } from '#contract/books/my-book-calls.ts'
import { MOST_AT_ONCE } from '#contract/books/change-of-price.ts'
import { countOf } from '#contract/wording.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'
import { useAttention } from '../use-attention.ts'
import { useEndOfUndo } from '../use-my-book.ts'
import type { ManyChange } from '#contract/books/many-books.ts'
import type { Act } from './many-acts.ts'
import { PriceForm } from './price-form.tsx'
import { useMany, type Outcome } from './use-many.ts'

const changes: readonly [ManyChange, string][] = [
  ['advertise', 'Advertise'],
  ['stop-advertising', 'Stop advertising'],
  ['pause', 'Pause'],
  ['show', 'Show again'],
  ['delete', 'Delete'],
]

interface ManyBarProps {
  shown: readonly MyListing[]
  selected: readonly MyListing[]
  select: (books: readonly MyListing[]) => void
  onChange: () => void
}

/** Bulk actions on the selected books, with undo for a while. */
export function ManyBar({ shown, selected, select, onChange }: ManyBarProps) {
  const many = useMany(onChange)
  // Books as of opening the form, so that a retry after a lost answer doesn't lower a price twice.
  const [pricing, setPricing] = useState<readonly MyListing[] | null>(null)
  const isPricing = pricing !== null
  const start = (act: Act) => many.act(act).catch(() => {})
  const isSome = selected.length > 0
  if (shown.length < 2 && !many.outcome && !many.problem) return null
  return (
    <section aria-label="Several books at once" className="mb-3 border-y border-rule py-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {shown.length > 1 && <SelectAll shown={shown} selected={selected} select={select} />}
        <output className="text-ink-2 tabular-nums">{isSome && `${countOf(selected.length, 'book')} selected`}</output>
        {isSome && (
          <div className="flex flex-wrap gap-2">
            {changes.map(([change, label]) => (
              <button
                key={change}
                type="button"
                className="button-outline px-3"
                aria-disabled={many.isPending}
                onClick={() => !many.isPending && void start({ change, books: selected })}
              >
                {label}
                <span className="sr-only"> {countOf(selected.length, 'selected book')}</span>
              </button>
            ))}
            <button
              type="button"
              className="button-outline px-3"
              aria-expanded={isPricing}
              onClick={() => setPricing(isPricing ? null : shown)}
            >
              Change price
            </button>
          </div>
        )}
      </div>
      {isSome && isPricing && (
        <PriceForm
          books={selected.map((book) => pricing.find(({ id }) => id === book.id) ?? book)}
          onPrices={async (prices) => {
            await many.act({ change: 'price', prices })
            setPricing(null)
          }}
        />
      )}
      <Failure words={many.problem} again={isPricing ? null : many.again} />
      {many.outcome && (
        <OutcomeLine
          outcome={many.outcome}
          onUndo={(act) => void many.takeBack(act).catch(() => {})}
          onEnd={many.endUndo}
        />
      )}
    </section>
  )
}

function SelectAll({ shown, selected, select }: Omit<ManyBarProps, 'onChange'>) {
  const box = useRef<HTMLInputElement>(null)
  const all = shown.slice(0, MOST_AT_ONCE)
  const isAll = selected.length >= all.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.length > 0 && !isAll
  }, [selected.length, isAll])
  return (
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
  )
}

interface OutcomeLineProps {
  outcome: Outcome
  onUndo: (act: Act) => void
  onEnd: () => void
}

/** Result of a bulk action with its refusals. Takes the focus: the pressed button may have unmounted. */
function OutcomeLine({ outcome: { words, refused, undo }, onUndo, onEnd }: OutcomeLineProps) {
  const { isAttended, attention } = useAttention()
  const line = useRef<HTMLDivElement>(null)
  const isOffered = undo !== null
  useEffect(() => line.current?.focus({ preventScroll: true }), [])
  useEndOfUndo(isOffered && !isAttended ? words : null, onEnd)
  return (
    <div ref={line} tabIndex={-1} {...attention} className="my-1 border-s-3 border-ok bg-sunk px-4 py-2 outline-none">
      <p role="status" className="flex flex-wrap items-center gap-x-4">
        {words}
        {undo && (
          <button type="button" className="button-quiet -ms-2.5" onClick={() => onUndo(undo)}>
            Undo
          </button>
        )}
      </p>
      {refused.length > 0 && (
        <>
          <p className="mt-1 text-sm font-semibold">{countOf(refused.length, 'book')} not changed:</p>
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
function Failure({ words, again }: { words: string; again: ReturnType<typeof useMany>['again'] }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOffered = again !== null
  useEffect(() => {
    if (isOffered) button.current?.focus()
  }, [isOffered])
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <FailureLine words={words} className="my-1 text-sm" />
      {again && (
        <button ref={button} type="button" className="button-outline" onClick={() => void again().catch(() => {})}>
          Try again
        </button>
      )}
    </div>
  )
}
