import { Link } from 'react-router'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import { href } from '#contract/href.ts'
import type { OwedSeller, Payout } from '#contract/orders/payouts.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { BreakableEmail } from '#client/ui/facts/breakable-email.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'

// Closed accounts show what they sold, which their owner can name when writing to the club.
const sellerLink = (id: string, name: string) =>
  name === CLOSED_ACCOUNT ? (
    <span>
      {name}:{' '}
      <Link to={`${href('/dashboard/orders')}?seller=${id}`} className="link touchable inline-block py-1">
        what they sold
      </Link>
    </span>
  ) : (
    <Link to={href('/dashboard/people/:accountId', id)} className="link touchable inline-block py-1 wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  )
const amount = {
  heading: 'Amount',
  isFigure: true,
  cell: (row: Pick<Payout, 'amount'>) => <Money amount={row.amount} />,
}

export const owedColumns: Column<OwedSeller>[] = [
  { heading: 'Seller', cell: ({ id, name }) => sellerLink(id, name) },
  { heading: 'Email', cell: ({ email }) => <BreakableEmail text={email} /> },
  amount,
]

export const payoutColumns: Column<Payout>[] = [
  { heading: 'When', cell: ({ at }) => <LocalTime date={at} year /> },
  { heading: 'Seller', cell: ({ sellerId, name }) => sellerLink(sellerId, name) },
  { heading: 'Reference', cell: ({ reference }) => <bdi className="wrap-anywhere">{reference}</bdi> },
  amount,
]
