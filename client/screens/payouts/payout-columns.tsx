import { Link } from 'react-router'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import { href } from '#contract/href.ts'
import type { OwedSeller, Payout, WaitingMoney } from '#contract/orders/payouts.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { BreakableEmail } from '#client/ui/facts/breakable-email.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { WayOf } from './where-it-goes.tsx'

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

/** Where a seller wants it, in a club that pays out by hand. */
export const wayColumn: Column<OwedSeller> = { heading: 'Goes to', cell: WayOf }

export const owedColumns: Column<OwedSeller>[] = [
  { heading: 'Seller', cell: ({ id, name }) => sellerLink(id, name) },
  { heading: 'Email', cell: ({ email }) => <BreakableEmail text={email} /> },
  {
    ...amount,
    cell: ({ amount: owed, less, isByProvider }) => (
      <span className="grid">
        <Money amount={owed} />
        {less > 0 && (
          <span className="text-sm text-ink-2">
            less <Money amount={{ ...owed, minor: less }} /> that went back to buyers
          </span>
        )}
        {isByProvider && <span className="text-sm text-ink-2">goes out by itself</span>}
      </span>
    ),
  },
]

const why: Record<WaitingMoney['why'], string> = {
  asked: 'The buyer’s bank asks about the payment',
  disputed: 'The buyer’s bank took the payment back, and decides',
  gone_back: 'It went back to the buyer after the transfer: the seller owes it, and it comes off the next one',
  under_way: 'The payout provider was asked, and hasn’t answered yet: it’s asked again each minute',
  not_ready:
    'The seller’s payout account isn’t ready, or they have none yet: they are told, and you can pay them by hand',
  balance: 'The club’s balance at the payout provider is too small: it’s tried again each hour',
  returned: 'The transfer came back: it’s tried again once a day, or you pay it by hand',
  too_small: 'Too small an amount to transfer: it goes with what comes next',
  refused: 'The payout provider refused the transfer: it’s tried again once a day, or you pay it by hand',
}

export const waitingColumns: Column<WaitingMoney>[] = [
  {
    heading: 'Book',
    cell: ({ id, title }) => (
      <Link to={href('/dashboard/orders/:orderId', id)} className="link touchable inline-block py-1 wrap-anywhere">
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  {
    heading: 'Seller',
    cell: ({ sellerId, name }) => <span className="block sm:min-w-24">{sellerLink(sellerId, name)}</span>,
  },
  {
    heading: 'Why',
    cell: (row) => (
      <span className="grid sm:min-w-44">
        {why[row.why]}
        {row.reason && <span className="text-sm text-ink-2 wrap-anywhere">It says: {row.reason}</span>}
        {row.respondBy && (
          <strong className="text-sm text-warn">
            Answer by <LocalTime date={row.respondBy} year />
          </strong>
        )}
      </span>
    ),
  },
  { heading: 'Since', cell: ({ since }) => <LocalTime date={since} year /> },
  amount,
]

export const payoutColumns: Column<Payout>[] = [
  { heading: 'When', cell: ({ at }) => <LocalTime date={at} year /> },
  { heading: 'Seller', cell: ({ sellerId, name }) => sellerLink(sellerId, name) },
  {
    heading: 'Reference',
    cell: ({ reference, isByProvider }) => (
      <span className="grid">
        <bdi className="wrap-anywhere">{reference}</bdi>
        <span className="text-sm text-ink-2">{isByProvider ? 'by the payout provider' : 'noted by hand'}</span>
      </span>
    ),
  },
  {
    ...amount,
    cell: ({ amount: paid, reversed }) => (
      <span className="grid">
        <Money amount={paid} />
        {reversed > 0 && (
          <span className="text-sm text-ink-2">
            <Money amount={{ ...paid, minor: reversed }} /> came back
          </span>
        )}
      </span>
    ),
  },
]
