import type { OrderState } from '#contract/orders/order-life.ts'
import type { Order } from '#contract/orders/orders.ts'

const titles: Record<OrderState, { buyer: string; seller: string }> = {
  claimed: { buyer: 'Reserved for you', seller: 'Waiting for the payment' },
  agreed: { buyer: 'Meet and pay in cash', seller: 'Meet and get paid in cash' },
  paid: { buyer: 'Paid: meet and take the book', seller: 'Paid: meet and hand the book over' },
  handed_over: { buyer: 'You have the book', seller: 'Handed over' },
  done: { buyer: 'Done', seller: 'Done' },
  cancelled: { buyer: 'Cancelled', seller: 'Cancelled' },
  expired: { buyer: 'Expired', seller: 'Expired' },
  refunded: { buyer: 'Refunded', seller: 'Refunded' },
}

type StepFacts = Pick<Order, 'state' | 'side' | 'paysInCash' | 'hasProblem'>

/** Where an order stands, for its reader. The club reads what the seller does. */
export function stepTitle({ state, side, paysInCash, hasProblem }: StepFacts): string {
  if (hasProblem) return 'Waiting until the problem is settled'
  if (state === 'claimed' && paysInCash) return side === 'buyer' ? 'Waiting for the seller' : 'Cash when you meet?'
  return titles[state][side === 'buyer' ? 'buyer' : 'seller']
}
