import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { MyBuyerSort } from '#contract/sorts.ts'
import { Badge } from '#client/parts/badge.tsx'
import { BreakableAddress } from '#client/parts/breakable-address.tsx'
import type { Column } from '#client/parts/ledger.tsx'
import { TimeAgo } from '#client/parts/time-ago.tsx'
import { absoluteTime } from '#client/parts/times.ts'

const NOT_AVAILABLE = <span className="text-ink-2">Not available</span>

/** What a seller sees of an order: whom to meet, where, and about which book. */
export const buyerColumns: Column<Order, MyBuyerSort>[] = [
  {
    heading: 'Name',
    sorts: { up: 'name', down: '-name' },
    cell: ({ name }) => (
      <span className="block font-semibold wrap-anywhere sm:min-w-28">
        <bdi>{name || NOT_AVAILABLE}</bdi>
      </span>
    ),
  },
  {
    heading: 'Email',
    cell: ({ email }) => <Contact address={`mailto:${email}`} text={email} look="sm:min-w-32 xl:min-w-39" />,
  },
  {
    heading: 'Phone',
    cell: ({ phone }) => (
      <Contact address={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} text={phone} look="sm:min-w-22 xl:min-w-35" />
    ),
  },
  {
    heading: 'Meeting location',
    cell: ({ meetingLocation }) => (
      <bdi className="block wrap-anywhere sm:min-w-32 xl:min-w-28">{meetingLocation || NOT_AVAILABLE}</bdi>
    ),
  },
  {
    heading: 'Book',
    sorts: { up: 'book', down: '-book' },
    cell: ({ book }) => (
      <Link
        to={`/advertise/${book.id}`}
        dir="auto"
        className="link touchable block wrap-anywhere sm:min-w-40 xl:min-w-34"
      >
        <span className="line-clamp-3">{book.title}</span>
      </Link>
    ),
  },
  { heading: 'Payment', sorts: { up: 'state', down: '-state' }, cell: (order) => <PaidOrNot order={order} /> },
]

function Contact({ address, text, look }: { address: string; text: string; look: string }) {
  if (!text) return NOT_AVAILABLE
  return (
    <a href={address} className={`link inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11 ${look}`}>
      <span>
        <BreakableAddress text={text} />
      </span>
    </a>
  )
}

function PaidOrNot({ order }: { order: Order }) {
  if (order.isPaid) return <Badge kind="ok">Paid</Badge>
  return (
    <span className="grid">
      <Badge kind="warn">Not paid yet</Badge>
      <span className="text-sm text-ink-2" title={absoluteTime(order.payBy)}>
        held, ends <TimeAgo date={order.payBy} />
      </span>
    </span>
  )
}
