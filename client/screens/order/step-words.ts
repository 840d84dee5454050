import type { OrderState } from '#contract/orders/order-life.ts'
import type { Order } from '#contract/orders/orders.ts'

const titles: Record<OrderState, string | Record<Order['side'], string>> = {
  claimed: { buyer: 'Reserved for you', seller: 'Waiting for the payment', club: 'Waiting for the payment' },
  agreed: {
    buyer: 'Meet and pay in cash',
    seller: 'Meet and get paid in cash',
    club: 'Cash agreed on, not handed over yet',
  },
  paid: {
    buyer: 'Paid: meet and take the book',
    seller: 'Paid: meet and hand the book over',
    club: 'Paid, not handed over yet',
  },
  handed_over: { buyer: 'You have the book', seller: 'Handed over', club: 'Handed over' },
  done: 'Done',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
}
const cashAsked: Record<Order['side'], string> = {
  buyer: 'Waiting for the seller',
  seller: 'Cash when you meet?',
  club: 'Waiting for the seller to agree to cash',
}

type StepFacts = Pick<Order, 'state' | 'side' | 'paysInCash' | 'hasProblem'>

/** Where an order stands, for its reader. */
export function stepTitle({ state, side, paysInCash, hasProblem }: StepFacts): string {
  if (hasProblem) return 'Waiting until the problem is settled'
  if (state === 'claimed' && paysInCash) return cashAsked[side]
  const title = titles[state]
  return typeof title === 'string' ? title : title[side]
}
