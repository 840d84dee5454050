import { isLiveState } from '#contract/orders/order-life.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ClubContact } from './club-contact.tsx'

/** For one side of an order: that the other side's account was closed, and whom to turn to. None where it wasn't. */
export function ClosedAccountNotice({ order, other }: { order: Order; other: 'seller' | 'buyer' }) {
  const isClosed = other === 'seller' ? order.isSellerClosed : order.isBuyerClosed
  if (!isClosed || !isLiveState(order.state)) return null
  return (
    <span className="wrap-anywhere">
      The {other}’s account was closed. If you haven’t met yet, <ClubContact words="write to the club" />
    </span>
  )
}
