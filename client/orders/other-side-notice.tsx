import { isLiveState, type OrderState } from '#contract/orders/order-life.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ClubContact } from './club-contact.tsx'
import { accountStatusOf } from './account-status-of.ts'
import { suspendedWords } from './suspended-words.ts'

/** Notice in an unfinished order that the other side's account is closed or suspended, and what to do. */
export function OtherSideNotice({ order, other }: { order: Order; other: 'seller' | 'buyer' }) {
  const { isClosed, isSuspended } = accountStatusOf(order, other)
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

/** Reason why the club may still be needed. */
const whatIsLeft = (state: OrderState) =>
  state === 'handed_over' ? 'something is wrong with the book' : 'you haven’t met yet'
