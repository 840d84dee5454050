import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listMyOrders, type Order } from '#contract/orders/orders.ts'
import { myOrderSorts, type MyOrderSort } from '#contract/sorts.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Cover } from '#client/books/cover.tsx'
import { RowPart } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { useListOrder, usualSortWords } from '#client/lists/tables/list-order.ts'
import { Money } from '#client/ui/facts/money.tsx'
import { PagedTable } from '#client/lists/tables/paged-table.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useLogOutWhenRefused } from '#client/session/use-log-out-when-refused.ts'
import { useUnreadOfOrders } from '#client/messages/use-unread-of-orders.ts'
import { WriteTo } from '#client/messages/write-to.tsx'
import { BookLink } from '#client/orders/book-link.tsx'
import { OrderNumber } from '#client/orders/order-number.tsx'
import { PaymentCell } from './payment-cell.tsx'
import { useClaimWatch } from './use-claim-watch.ts'

const sortWords: Record<MyOrderSort, string> = {
  ...usualSortWords,
  state: 'To pay first',
  '-state': 'Ended first',
}

export default function MyOrders() {
  const news = useRef<HTMLDivElement>(null)
  const [givenBack, setGivenBack] = useState<Order[]>([])
  const account = useAccount()
  const unreadOf = useUnreadOfOrders()
  const order = useListOrder(myOrderSorts, sortWords)
  const { sort } = order
  const orders = usePagedCall(listMyOrders, { query: { email: account.email, sort } })
  const expired = useClaimWatch(orders.items, orders.readAt, orders.refetch)
  useLogOutWhenRefused(orders.error)

  const onCancelled = (order: Order) => setGivenBack((earlier) => [order, ...earlier])
  // Focus management: the pressed button unmounts with the refetch.
  useEffect(() => {
    if (givenBack.length > 0) news.current?.focus()
  }, [givenBack])

  return (
    <>
      <div role="status" ref={news} tabIndex={-1} className="outline-none">
        {givenBack.map((order) => (
          <p key={order.id} className="mb-4 border-s-3 border-edge bg-sunk px-4 py-3">
            You cancelled your order for “{order.book.title}”. You weren’t charged.
          </p>
        ))}
        {expired.map((order) => (
          <p key={order.id} className="mb-4 border-s-3 border-warn bg-sunk px-4 py-3">
            Your reservation of “{order.book.title}” has expired
            {order.isCopyHidden ? '' : ', and the book is back on sale'}. You weren’t charged.
          </p>
        ))}
      </div>
      <PagedTable
        caption="Your orders"
        columns={columnsWith(onCancelled, unreadOf)}
        nameOf={({ book }) => book.title}
        pages={orders}
        nouns={['order', 'orders']}
        order={order}
        empty={
          <EmptyState words="You haven’t ordered anything yet.">
            <Link to={href('/all-products')} className="button">
              Find a book
            </Link>
          </EmptyState>
        }
      />
    </>
  )
}

function columnsWith(
  onCancelled: (order: Order) => void,
  unreadOf: (orderId: string) => number,
): Column<Order, MyOrderSort>[] {
  return [
    {
      heading: 'Image',
      part: 'cover',
      cell: ({ book }) => (
        <div className="cover-shadow w-14">
          <Cover book={book} sizes="3.5rem" />
        </div>
      ),
    },
    {
      heading: 'Name',
      part: 'several',
      hasRest: true,
      sorts: { up: 'name', down: '-name' },
      cell: (order) => (
        <>
          <RowPart is="title" className="wrap-anywhere">
            <BookLink order={order} look="font-semibold" isCut />
          </RowPart>
          <RowPart is="rest" className="grid justify-items-start wrap-anywhere">
            <span dir="auto" className="line-clamp-2 text-sm text-ink-2">
              {order.book.author}
            </span>
            <OrderNumber number={order.number} />
            {!order.isSellerClosed && (
              <WriteTo order={order} name={order.book.seller.name} unread={unreadOf(order.id)} />
            )}
          </RowPart>
        </>
      ),
    },
    {
      heading: 'Price',
      part: 'price',
      isFigure: true,
      sorts: { up: 'price', down: '-price' },
      cell: ({ book }) => <Money amount={book.resalePrice} />,
    },
    {
      heading: 'Payment',
      part: 'several',
      hasRest: true,
      sorts: { up: 'state', down: '-state' },
      cell: (order) => <PaymentCell order={order} onCancelled={() => onCancelled(order)} />,
    },
  ]
}
