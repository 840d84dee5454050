import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { mayAgreeToCash, mayEnterCode, mayRelist } from '#contract/orders/orders.policy.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { MyBuyerSort } from '#contract/sorts.ts'
import { WriteTo } from '#client/messages/write-to.tsx'
import { Badge } from '#client/ui/facts/badge.tsx'
import { BookLink } from '#client/orders/book-link.tsx'
import { OrderNumber } from '#client/orders/order-number.tsx'
import { OtherSideNotice } from '#client/orders/other-side-notice.tsx'
import { ContactLink } from '#client/orders/contact-link.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

const NOT_AVAILABLE = <span className="text-ink-2">Not available</span>

/** Columns of an order for its seller: whom to meet, where, and about which book. */
export const buyerColumns = (unreadOf: (orderId: string) => number): Column<Order, MyBuyerSort>[] => [
  {
    heading: 'Name',
    sorts: { up: 'name', down: '-name' },
    cell: ({ id, name, isBuyerClosed }) => (
      <span className="grid justify-items-start font-semibold wrap-anywhere sm:min-w-24">
        <bdi>{name || NOT_AVAILABLE}</bdi>
        {!isBuyerClosed && <WriteTo order={{ id }} name={name || 'the buyer'} unread={unreadOf(id)} />}
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
        <BookLink order={order} look="block wrap-anywhere" isCut />
        <Money amount={order.book.resalePrice} className="block text-sm" />
        <OrderNumber number={order.number} />
        <span className="block text-sm">
          <OtherSideNotice order={order} other="buyer" />
        </span>
      </span>
    ),
  },
  { heading: 'Payment', sorts: { up: 'state', down: '-state' }, cell: (order) => <Payment order={order} /> },
]

function Payment({ order }: { order: Order }) {
  return (
    <span className="grid justify-items-start text-sm">
      <Badge kind={order.isPaid ? 'ok' : 'warn'}>{paymentWords(order)}</Badge>
      <span className="text-ink-2">
        {order.paidAt ? (
          <TimeAgo date={order.paidAt} />
        ) : (
          <>
            reserved <TimeAgo date={order.orderedAt} />
          </>
        )}
      </span>
      {order.hasProblem && <Badge kind="stamp">Problem open</Badge>}
      {!order.isPaid && order.dueAt && (
        <span className="text-ink-2">
          until <LocalTime date={order.dueAt} />
        </span>
      )}
      <Link to={href('/dashboard/orders/:orderId', order.id)} className="link touchable block py-1">
        {stepWords(order)}
        <span className="sr-only">: {order.book.title}</span>
      </Link>
    </span>
  )
}

function paymentWords({ isPaid, isPaymentProcessing, paysInCash, state }: Order): string {
  if (isPaymentProcessing) return 'On its way'
  if (isPaid) return paysInCash ? 'Paid in cash' : 'Paid'
  if (state === 'refunded') return 'Refunded'
  if (state === 'agreed') return 'Cash agreed'
  return paysInCash ? 'Wants cash' : 'Not paid yet'
}

function stepWords(order: Order): string {
  if (mayAgreeToCash(order) === 'yes') return 'Accept or decline'
  if (mayRelist(order) === 'yes') return 'Put it back on sale'
  return mayEnterCode(order) === 'yes' ? 'Hand over' : 'See the order'
}
