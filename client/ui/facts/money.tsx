import type { Money as Amount } from '#contract/money/currency-digits.ts'
import { formatMoney } from '#contract/wording.ts'

interface MoneyProps {
  amount: Amount
  className?: string
  /** Stands large in little room: a line may end between a currency's code and its figures. */
  mayBreak?: boolean
}

/** An amount for people, in figures that stand in line. */
export function Money({ amount, className = '', mayBreak = false }: MoneyProps) {
  const text = formatMoney(amount)
  return <span className={`tabular-nums ${className}`}>{mayBreak ? text.replace('\u00A0', ' ') : text}</span>
}
