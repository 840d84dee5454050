import { isLiveState, type OrderState } from '#contract/orders/order-life.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ClubContact } from './club-contact.tsx'
import { standingOf } from './standing-of.ts'
import { suspendedWords } from './suspended-words.ts'

/** For one side of an order that isn't over: that the other side's account is closed or suspended, and what to do. */
export function OtherSideNotice({ order, other }: { order: Order; other: 'seller' | 'buyer' }) {
  const { isClosed, isSuspended } = standingOf(order, other)
  if (!isLiveState(order.state) || !(isClosed || isSuspended)) return null
  const { words, toClub } = isClosed
    ? { words: `The ${other}’s account was closed. If ${whatIsLeft(order.state)},`, toClub: 'write to the club' }
    : suspendedWords(order.state, other)
  return (
    <span className="wrap-anywhere">
      {words} {toClub && <ClubContact words={toClub} />}
    </span>
  )
}

/** What may still need the club. */
const whatIsLeft = (state: OrderState) =>
  state === 'handed_over' ? 'something is wrong with the book' : 'you haven’t met yet'
