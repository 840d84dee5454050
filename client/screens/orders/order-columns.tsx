import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { AllOrderSort, ListedOrder } from '#contract/orders/all-orders.ts'
import { RowPart, RowTitle } from '#client/lists/tables/data-row.tsx'
import type { Column } from '#client/lists/tables/data-table.tsx'
import type { OrderState } from '#contract/orders/order-life.ts'
import { hasEnded } from '#client/orders/ended-words.ts'
import { Badge } from '#client/ui/facts/badge.tsx'
import { Cover } from '#client/books/cover.tsx'
import { OrderNumber } from '#client/orders/order-number.tsx'
import { PersonLink } from '#client/orders/person-link.tsx'
import { stateWords } from '#client/orders/state-words.ts'
import { LocalTime } from '#client/ui/facts/local-time.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

type OrderColumn = Column<ListedOrder, AllOrderSort>

const book: OrderColumn = {
  heading: 'Book',
  part: 'several',
  hasRest: true,
  cell: ({ id, title, number, book: shown, buyer: { name: to }, seller: { name: from } }) => (
    <>
      <RowPart is="cover" inRowsAlone>
        <Cover book={shown} sizes="3.5rem" />
      </RowPart>
      <RowPart is="title">
        <Link
          to={href('/dashboard/orders/:orderId', id)}
          dir="auto"
          className="link touchable block font-semibold wrap-anywhere sm:min-w-36 sm:py-1"
        >
          <RowTitle>{title}</RowTitle>
        </Link>
      </RowPart>
      <RowPart is="rest">
        <OrderNumber number={number} />
      </RowPart>
      <RowPart is="facts" inRowsAlone>
        <bdi>{to ?? 'A closed account'}</bdi> from <bdi>{from ?? 'a closed account'}</bdi>
      </RowPart>
    </>
  ),
}

const side = (heading: 'Buyer' | 'Seller', of: 'buyer' | 'seller'): OrderColumn => ({
  heading,
  part: 'rest',
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
  part: 'state',
  cell: ({ state: reached, hasProblem, hasFailedRefund, isDisputed }) => (
    <span className="grid justify-items-start">
      <Badge kind={badgeOf(reached)}>{stateWords[reached]}</Badge>
      {hasProblem && <strong className="text-sm text-warn">Problem open</strong>}
      {isDisputed && <strong className="text-sm text-warn">Chargeback open</strong>}
      {hasFailedRefund && <strong className="text-sm text-warn">Refund failed</strong>}
    </span>
  ),
}

const badgeOf = (state: OrderState) => {
  if (state === 'claimed' || state === 'agreed') return 'warn'
  return hasEnded(state) ? 'quiet' : 'ok'
}

const price: OrderColumn = {
  heading: 'Paid',
  part: 'several',
  cell: (order) => (
    <>
      <RowPart is="price" className="font-semibold sm:min-w-32">
        <Money amount={order.amount} />
      </RowPart>
      <RowPart is="rest">
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
          <span className="block text-sm">
            <Money amount={order.refunded} /> refunded
          </span>
        )}
      </RowPart>
      <RowPart is="action" inRowsAlone>
        <Link to={href('/dashboard/orders/:orderId', order.id)} className="button-outline">
          {order.hasProblem ? 'Decide' : 'See the order'}
          <span className="sr-only">: {order.title}</span>
        </Link>
      </RowPart>
    </>
  ),
}

const howPaid = ({ paysInCash, cardLastFour }: ListedOrder) => {
  if (paysInCash) return 'In cash'
  return cardLastFour === null ? 'Online' : `By card ending in ${cardLastFour}`
}

const ordered: OrderColumn = {
  heading: 'Ordered',
  part: 'rest',
  sorts: { up: 'oldest', down: 'newest', first: 'newest' },
  cell: ({ orderedAt }) => <TimeAgo date={orderedAt} />,
}

/** Columns of the admin's orders. */
export const orderColumns = [book, buyer, seller, state, price, ordered]
