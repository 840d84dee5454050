import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { StatementLine } from '#contract/orders/payouts.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'

export const lineWords: Record<StatementLine['kind'], string> = {
  owed: 'Sold: the order is done',
  refund_wanted: 'Refunded to the buyer',
  refund_withdrawn: 'A refund came to nothing',
  payout: 'Transferred to you',
  dispute_borne: 'Chargeback: the buyer’s bank kept the money',
}

export const statementColumns: Column<StatementLine>[] = [
  { heading: 'When', cell: ({ at }) => <LocalTime date={at} year /> },
  { heading: 'What', cell: ({ kind }) => lineWords[kind] },
  {
    heading: 'Book',
    cell: ({ orderId, title }) => (
      <Link to={href('/dashboard/orders/:orderId', orderId)} className="link touchable inline-block py-1 wrap-anywhere">
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { heading: 'Amount', isFigure: true, cell: ({ amount }) => <Money amount={amount} /> },
]
