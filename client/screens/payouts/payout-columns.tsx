import { Link } from 'react-router'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import { href } from '#contract/href.ts'
import type { OwedSeller, Payout, WaitingMoney } from '#contract/orders/payouts.ts'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
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
    <Link
      to={href('/dashboard/people/:accountId', id)}
      className="link touchable inline-block min-w-6 wrap-anywhere sm:py-1"
    >
      <RowTitle>
        <bdi>{name}</bdi>
      </RowTitle>
    </Link>
  )
const amount = {
  heading: 'Amount',
  part: 'price' as const,
  isFigure: true,
  cell: (row: Pick<Payout, 'amount'>) => <Money amount={row.amount} />,
}

/** Where a seller wants it, in a club that pays out by hand. */
export const wayColumn: Column<OwedSeller> = { heading: 'Goes to', part: 'rest', cell: WayOf }

export const owedColumns: Column<OwedSeller>[] = [
  { heading: 'Seller', part: 'title', cell: ({ id, name }) => sellerLink(id, name) },
  { heading: 'Email', part: 'facts', cell: ({ email }) => <BreakableEmail text={email} /> },
  {
    ...amount,
    part: 'several',
    cell: ({ amount: owed, less, isByProvider }) => (
      <>
        <RowPart is="price">
          <Money amount={owed} />
        </RowPart>
        <RowPart is="state" className="text-sm text-ink-2">
          {less > 0 && (
            <span className="block">
              less <Money amount={{ ...owed, minor: less }} /> refunded to buyers
            </span>
          )}
          {isByProvider && 'paid automatically'}
        </RowPart>
      </>
    ),
  },
]

const why: Record<WaitingMoney['why'], string> = {
  asked: 'The buyer’s bank is asking about the payment',
  disputed: 'The buyer’s bank took the payment back, and decides',
  gone_back: 'It was refunded after the transfer: the seller owes it, and it comes off the next transfer',
  under_way: 'The payout provider hasn’t answered yet: we ask again every minute',
  not_ready:
    'The seller’s payout account isn’t ready, or they have none yet: we tell them, and you can pay them by hand',
  balance: 'The club’s balance at the payout provider is too small: we try again every hour',
  returned: 'The transfer came back: we try again once a day, or you can pay by hand',
  too_small: 'Too small to transfer alone: it goes with the next payout',
  refused: 'The payout provider refused the transfer: we try again once a day, or you can pay by hand',
}

export const waitingColumns: Column<WaitingMoney>[] = [
  {
    heading: 'Book',
    part: 'title',
    cell: ({ id, title }) => (
      <Link to={href('/dashboard/orders/:orderId', id)} className="link touchable inline-block wrap-anywhere sm:py-1">
        <RowTitle>
          <bdi>{title}</bdi>
        </RowTitle>
      </Link>
    ),
  },
  {
    heading: 'Seller',
    part: 'rest',
    cell: ({ sellerId, name }) => <span className="block sm:min-w-24">{sellerLink(sellerId, name)}</span>,
  },
  {
    heading: 'Why',
    part: 'several',
    cell: (row) => (
      <>
        <RowPart is="state" className="sm:min-w-44">
          <RowTitle>{why[row.why]}</RowTitle>
          {row.respondBy && (
            <strong className="block text-sm text-warn">
              Answer by <LocalTime date={row.respondBy} year />
            </strong>
          )}
        </RowPart>
        <RowPart is="rest" className="text-sm text-ink-2 wrap-anywhere empty:hidden">
          {row.reason && `It says: ${row.reason}`}
        </RowPart>
      </>
    ),
  },
  { heading: 'Since', part: 'rest', cell: ({ since }) => <LocalTime date={since} year /> },
  amount,
]

export const payoutColumns: Column<Payout>[] = [
  { heading: 'When', part: 'facts', cell: ({ at }) => <LocalTime date={at} year /> },
  { heading: 'Seller', part: 'title', cell: ({ sellerId, name }) => sellerLink(sellerId, name) },
  {
    heading: 'Reference',
    part: 'state',
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
          <span className="text-sm font-normal text-ink-2">
            <Money amount={{ ...paid, minor: reversed }} /> came back
          </span>
        )}
      </span>
    ),
  },
]
