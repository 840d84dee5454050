import type { Money as Amount } from '#contract/money/currency-digits.ts'
import { formatMoney } from '#contract/wording.ts'

/** An amount for people, in figures that stand in line. */
export function Money({ amount, className = '' }: { amount: Amount; className?: string }) {
  return <span className={`tabular-nums ${className}`}>{formatMoney(amount)}</span>
}
