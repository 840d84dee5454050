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
import { Cover } from '#client/books/cover.tsx'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

const NOT_AVAILABLE = <span className="text-ink-2">Not available</span>

/** Columns of an order for its seller: whom to meet, where, and about which book. */
export const buyerColumns = (unreadOf: (orderId: string) => number): Column<Order, MyBuyerSort>[] => [
  {
    heading: 'Name',
    part: 'several',
    sorts: { up: 'name', down: '-name' },
    cell: ({ id, name, book, isBuyerClosed }) => (
      <>
        <RowPart is="cover" inRowsAlone>
          <Cover book={book} sizes="3.5rem" />
        </RowPart>
        <RowPart is="title" className="font-semibold wrap-anywhere sm:min-w-24">
          <RowTitle>
            <bdi>{name || NOT_AVAILABLE}</bdi>
          </RowTitle>
        </RowPart>
        <RowPart is="rest" className="wrap-anywhere">
          {!isBuyerClosed && <WriteTo order={{ id }} name={name || 'the buyer'} unread={unreadOf(id)} />}
        </RowPart>
      </>
    ),
  },
  {
    heading: 'Email',
    part: 'rest',
    isPlain: true,
    cell: ({ email }) =>
      email ? <ContactLink kind="email" text={email} look="sm:min-w-28 xl:min-w-39" /> : NOT_AVAILABLE,
  },
  {
    heading: 'Phone',
    part: 'rest',
    cell: ({ phone }) =>
      phone ? <ContactLink kind="phone" text={phone} look="sm:min-w-20 xl:min-w-35" /> : NOT_AVAILABLE,
  },
  {
    heading: 'Meeting location',
    part: 'rest',
    cell: ({ meetingLocation }) => (
      <bdi className="block wrap-anywhere sm:min-w-24 xl:min-w-28">{meetingLocation || NOT_AVAILABLE}</bdi>
    ),
  },
  {
    heading: 'Book',
    part: 'several',
    sorts: { up: 'book', down: '-book' },
    cell: (order) => (
      <>
        <RowPart is="facts" inRowsAlone>
          <bdi>{order.book.title}</bdi>
        </RowPart>
        <RowPart is="rest" className="sm:min-w-28 xl:min-w-34">
          <BookLink order={order} look="wrap-anywhere" isCut />
        </RowPart>
        <RowPart is="price" className="sm:text-sm">
          <Money amount={order.book.resalePrice} />
        </RowPart>
        <RowPart is="rest">
          <OrderNumber number={order.number} />
        </RowPart>
        <RowPart is="rest" className="text-sm empty:hidden">
          <OtherSideNotice order={order} other="buyer" />
        </RowPart>
      </>
    ),
  },
  {
    heading: 'Payment',
    part: 'several',
    sorts: { up: 'state', down: '-state' },
    cell: (order) => <Payment order={order} />,
  },
]

function Payment({ order }: { order: Order }) {
  return (
    <>
      <RowPart is="state" className="grid justify-items-start xl:min-w-36">
        <Badge kind={order.isPaid ? 'ok' : 'warn'}>{paymentWords(order)}</Badge>
        {order.hasProblem && <Badge kind="stamp">Problem open</Badge>}
      </RowPart>
      <RowPart is="rest" className="text-sm text-ink-2">
        <p>
          {order.paidAt ? (
            <TimeAgo date={order.paidAt} />
          ) : (
            <>
              reserved <TimeAgo date={order.orderedAt} />
            </>
          )}
        </p>
        {!order.isPaid && order.dueAt && (
          <p>
            until <LocalTime date={order.dueAt} />
          </p>
        )}
      </RowPart>
      <RowPart is="action" className="text-sm">
        <Link to={href('/dashboard/orders/:orderId', order.id)} className="link touchable block py-1">
          {stepWords(order)}
          <span className="sr-only">: {order.book.title}</span>
        </Link>
      </RowPart>
    </>
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
