import { useEffect, useRef, useState } from 'react'
import { listNewPrices, type NewPrice } from '#contract/books/many-books.ts'
import type { MyBookFilter, MyListing } from '#contract/books/my-book-calls.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import { countOf } from '#contract/wording.ts'
import { callPage } from '#client/api/call.ts'
import { Money } from '#client/ui/facts/money.tsx'
import { useSite } from '#client/ui/site.ts'
import { addAll, type Stays } from './long-act.ts'
import { PriceForm, type SaidPrice } from './price-form.tsx'

interface Preview {
  said: SaidPrice
  prices: readonly NewPrice[]
  stays: Stays
}

interface WholePricesProps {
  filter: MyBookFilter
  example: MyListing | undefined
  onChange: (prices: readonly NewPrice[], stays: Stays) => void
}

/** Price change of the whole list: first a preview of what changes and what stays, and that is what is changed then. */
export function WholePrices({ filter, example, onChange }: WholePricesProps) {
  const { currency } = useSite()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [said, setSaid] = useState<SaidPrice>()
  if (preview)
    return (
      <PreviewOfPrices
        {...preview}
        currency={currency}
        onChange={() => onChange(preview.prices, preview.stays)}
        onBack={() => {
          setSaid(preview.said)
          setPreview(null)
        }}
      />
    )
  return (
    <PriceForm
      example={example}
      initial={said}
      submit={{ label: 'Preview the new prices', pending: 'Reading your books…' }}
      onChange={async (_change, saidNow) => setPreview(await readNewPrices(filter, saidNow))}
    />
  )
}

async function readNewPrices(filter: MyBookFilter, said: SaidPrice): Promise<Preview> {
  const read: NewPrice[] = []
  let cursor: string | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const page = await callPage(listNewPrices, { query: { ...filter, ...said, cursor } })
    read.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  const reasons = read.flatMap(({ reason }) => (reason === null ? [] : [reason]))
  return { said, prices: read.filter(({ reason }) => reason === null), stays: addAll({}, reasons) }
}

interface PreviewProps extends Preview {
  currency: string
  onChange: () => void
  onBack: () => void
}

/** What would change, and what not and why. Takes the focus: the form's button has unmounted. */
function PreviewOfPrices({ prices, stays, currency, onChange, onBack }: PreviewProps) {
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  const reasons = Object.entries(stays)
  return (
    <div className="max-w-measure py-3">
      <p ref={first} tabIndex={-1} className="font-semibold outline-none">
        {prices.length === 0 ? 'No price would change.' : `${countOf(prices.length, 'book')} would get a new price.`}
      </p>
      {prices.length > 0 && (
        <p className="text-ink-2">
          Now <PriceRange texts={prices.map(({ from }) => from)} currency={currency} />, then{' '}
          <PriceRange texts={prices.map(({ to }) => to)} currency={currency} />.
        </p>
      )}
      {reasons.length > 0 && (
        <>
          <p className="mt-2 text-sm font-semibold">These would stay as they are:</p>
          <ul className="text-sm">
            {reasons.map(([reason, count]) => (
              <li key={reason}>
                <span className="font-semibold">{countOf(count, 'book')}</span>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 flex flex-wrap gap-2">
        {prices.length > 0 && (
          <button type="button" className="button" onClick={onChange}>
            Change the price of {countOf(prices.length, 'book')}
          </button>
        )}
        <button type="button" className="button-outline" onClick={onBack}>
          Back
        </button>
      </p>
    </div>
  )
}

/** The lowest and the highest of some prices. */
function PriceRange({ texts, currency }: { texts: readonly string[]; currency: string }) {
  const minors = texts.map((text) => readPriceText(text, currency) ?? 0)
  const lowest = minors.reduce((one, other) => Math.min(one, other), Infinity)
  const highest = minors.reduce((one, other) => Math.max(one, other), 0)
  return (
    <>
      <Money amount={{ minor: lowest, currency }} />
      {highest > lowest && (
        <>
          {' '}
          to <Money amount={{ minor: highest, currency }} />
        </>
      )}
    </>
  )
}
