import type { OwedSeller, Payout } from '#contract/orders/payouts.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { BreakableEmail } from '#client/ui/breakable-email.tsx'
import { LocalTime } from '#client/ui/local-time.tsx'
import { Money } from '#client/ui/money.tsx'

const name = { heading: 'Seller', cell: (row: { name: string }) => <bdi className="wrap-anywhere">{row.name}</bdi> }
const amount = {
  heading: 'Amount',
  isFigure: true,
  cell: (row: { amount: number; currency: string }) => <Money amount={{ minor: row.amount, currency: row.currency }} />,
}

export const owedColumns: Column<OwedSeller>[] = [
  name,
  { heading: 'Email', cell: ({ email }) => <BreakableEmail text={email} /> },
  amount,
]

export const payoutColumns: Column<Payout>[] = [
  { heading: 'When', cell: ({ at }) => <LocalTime date={at} year /> },
  name,
  { heading: 'Reference', cell: ({ reference }) => <bdi className="wrap-anywhere">{reference}</bdi> },
  amount,
]
