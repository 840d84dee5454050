import { feeOf, feeWords, shownFee } from '#contract/money/club-fee.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import type { Money } from '#contract/money/currency-digits.ts'
import { formatMoney } from '#contract/wording.ts'
import { useSite } from '#client/ui/site.ts'

/** The club's fee in words, before a price is known; nothing where there is none. */
export function FeeRuleWords() {
  const site = useSite()
  const rule = shownFee(site)
  return (
    rule && (
      <p className="max-w-measure text-sm text-ink-2">
        When a book is paid by card, the club keeps a fee of what you get: {feeWords(rule, site.currency)}.
        {site.cash && ' Cash is all yours.'}
      </p>
    )
  )
}

/** What a seller gets of a price, and the club keeps; the rule until the price can be read. */
export function FeeOfPrice({ price }: { price: Money | null }) {
  const site = useSite()
  const rule = shownFee(site)
  if (!rule) return null
  return <div role="status">{price && price.minor > 0 ? <Shares price={price} /> : <FeeRuleWords />}</div>
}

/** The same of a price as it is typed. */
export function FeeOfTypedPrice({ text = '' }: { text: string | undefined }) {
  const { currency } = useSite()
  const minor = readPriceText(text.trim(), currency)
  return <FeeOfPrice price={minor === null ? null : { minor, currency }} />
}

function Shares({ price: { minor, currency } }: { price: Money }) {
  const { fee, cash } = useSite()
  const kept = feeOf(fee, { minor, currency })
  const money = (amount: number) => formatMoney({ minor: amount, currency })
  return (
    <p className="max-w-measure text-sm text-ink-2 tabular-nums">
      {cash ? 'Paid by card, you get ' : 'You get '}
      <strong className="text-ink">{money(minor - kept)}</strong>. The club keeps {money(kept)}.
      {cash && ' Cash is all yours.'}
    </p>
  )
}
