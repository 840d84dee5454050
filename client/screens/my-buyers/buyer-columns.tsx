import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import type { MyBuyerSort } from '#contract/sorts.ts'
import { Badge } from '#client/ui/badge.tsx'
import { ClosedAccountNotice } from '#client/orders/closed-account-notice.tsx'
import { ContactLink } from '#client/orders/contact-link.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { LocalTime } from '#client/ui/local-time.tsx'
import { Money } from '#client/ui/money.tsx'
import { TimeAgo } from '#client/ui/time-ago.tsx'

const NOT_AVAILABLE = <span className="text-ink-2">Not available</span>

/** What a seller sees of an order: whom to meet, where, and about which book. */
export const buyerColumns: Column<Order, MyBuyerSort>[] = [
  {
    heading: 'Name',
    sorts: { up: 'name', down: '-name' },
    cell: ({ name }) => (
      <span className="block font-semibold wrap-anywhere sm:min-w-24">
        <bdi>{name || NOT_AVAILABLE}</bdi>
      </span>
    ),
  },
  {
    heading: 'Email',
    cell: ({ email }) =>
      email ? <ContactLink kind="email" text={email} look="sm:min-w-28 xl:min-w-39" /> : NOT_AVAILABLE,
  },
  {
    heading: 'Phone',
    cell: ({ phone }) =>
      phone ? <ContactLink kind="phone" text={phone} look="sm:min-w-20 xl:min-w-35" /> : NOT_AVAILABLE,
  },
  {
    heading: 'Meeting location',
    cell: ({ meetingLocation }) => (
      <bdi className="block wrap-anywhere sm:min-w-24 xl:min-w-28">{meetingLocation || NOT_AVAILABLE}</bdi>
    ),
  },
  {
    heading: 'Book',
    sorts: { up: 'book', down: '-book' },
    cell: (order) => (
      <span className="block sm:min-w-28 xl:min-w-34">
        <Link to={`/advertise/${order.book.id}`} dir="auto" className="link touchable block wrap-anywhere">
          <span className="line-clamp-3">{order.book.title}</span>
        </Link>
        <Money amount={order.book.resalePrice} className="text-sm" />
        <span className="block text-sm">
          <ClosedAccountNotice order={order} other="buyer" />
        </span>
      </span>
    ),
  },
  { heading: 'Payment', sorts: { up: 'state', down: '-state' }, cell: (order) => <PaidOrNot order={order} /> },
]

function PaidOrNot({ order }: { order: Order }) {
  if (order.isPaid) {
    return (
      <span className="grid text-sm">
        <Badge kind="ok">Paid</Badge>
        <span className="text-ink-2">
          <TimeAgo date={order.since} />
        </span>
      </span>
    )
  }
  return (
    <span className="grid text-sm">
      <Badge kind="warn">Not paid yet</Badge>
      <span className="text-ink-2">
        reserved <TimeAgo date={order.orderedAt} />
      </span>
      <span className="text-ink-2">
        until <LocalTime date={order.payBy} />
      </span>
    </span>
  )
}
