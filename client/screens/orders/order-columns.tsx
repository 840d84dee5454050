import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { AllOrderSort, ListedOrder } from '#contract/orders/all-orders.ts'
import type { Column } from '#client/lists/tables/data-table.tsx'
import { OrderNumber } from '#client/orders/order-number.tsx'
import { PersonLink } from '#client/orders/person-link.tsx'
import { stateWords } from '#client/orders/state-words.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

type OrderColumn = Column<ListedOrder, AllOrderSort>

const book: OrderColumn = {
  heading: 'Book',
  cell: ({ id, title, number }) => (
    <span className="grid justify-items-start sm:min-w-36">
      <Link
        to={href('/dashboard/orders/:orderId', id)}
        dir="auto"
        className="link touchable block py-1 font-semibold wrap-anywhere"
      >
        {title}
      </Link>
      <OrderNumber number={number} />
    </span>
  ),
}

const side = (heading: 'Buyer' | 'Seller', of: 'buyer' | 'seller'): OrderColumn => ({
  heading,
  cell: (order) => (
    <span className="block sm:min-w-24">
      <PersonLink person={order[of]} />
    </span>
  ),
})
const buyer = side('Buyer', 'buyer')
const seller = side('Seller', 'seller')

const state: OrderColumn = {
  heading: 'State',
  cell: ({ state: reached, hasProblem, hasFailedRefund, isDisputed }) => (
    <span className="grid">
      {stateWords[reached]}
      {hasProblem && <strong className="text-sm text-warn">Problem open</strong>}
      {isDisputed && <strong className="text-sm text-warn">Chargeback open</strong>}
      {hasFailedRefund && <strong className="text-sm text-warn">Refund failed</strong>}
    </span>
  ),
}

const price: OrderColumn = {
  heading: 'Paid',
  cell: (order) => (
    <span className="grid sm:min-w-32">
      <Money amount={order.amount} className="font-semibold" />
      <span className="text-sm text-ink-2">
        {order.paidAt ? (
          <>
            {howPaid(order)}, <LocalTime date={order.paidAt} />
          </>
        ) : (
          'Not paid'
        )}
      </span>
      {order.refunded.minor > 0 && (
        <span className="text-sm">
          <Money amount={order.refunded} /> refunded
        </span>
      )}
    </span>
  ),
}

const howPaid = ({ paysInCash, cardLastFour }: ListedOrder) => {
  if (paysInCash) return 'In cash'
  return cardLastFour === null ? 'Online' : `By card ending in ${cardLastFour}`
}

const ordered: OrderColumn = {
  heading: 'Ordered',
  sorts: { up: 'oldest', down: 'newest', first: 'newest' },
  cell: ({ orderedAt }) => <TimeAgo date={orderedAt} />,
}

/** Columns of the admin's orders. */
export const orderColumns = [book, buyer, seller, state, price, ordered]
