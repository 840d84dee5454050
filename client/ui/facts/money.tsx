import type { Money as Amount } from '#contract/money/currency-digits.ts'
import { formatMoney } from '#contract/wording.ts'

interface MoneyProps {
  amount: Amount
  className?: string
  /** Allows a line break between the currency's code and its figures. */
  mayBreak?: boolean
}

/** Formatted amount with tabular figures. */
export function Money({ amount, className = '', mayBreak = false }: MoneyProps) {
  const text = formatMoney(amount)
  return <span className={`tabular-nums ${className}`}>{mayBreak ? text.replace('\u00A0', ' ') : text}</span>
}
