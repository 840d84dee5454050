import { MOST_OPEN_CLAIMS } from '#contract/constants.ts'
import { nextOrderState, type OrderState, type OrderTransition } from '#contract/order-life.ts'
import { refuse } from '#contract/problems.ts'

const COOL_DOWN_MS = 24 * 3600 * 1000

/** Since when a lapsed or returned claim keeps its buyer from claiming the same copy again. */
export const coolDownStart = (now: Date): Date => new Date(now.getTime() - COOL_DOWN_MS)

/** Refuses a claim that would be unfair to the others. */
export function requireFairClaim({ open, heldRecently }: { open: number; heldRecently: boolean }): void {
  if (heldRecently)
    refuse('claimed_recently', 'You held this book within the last 24 hours; give others a chance first.')
  if (open >= MOST_OPEN_CLAIMS) {
    refuse('too_many_claims', `You hold ${open} unpaid books; pay for one or cancel one before you take another.`)
  }
}

/** The state a transition leads to; refused where the order's life does not allow it. */
export function requireTransition(state: OrderState, transition: OrderTransition): OrderState {
  return nextOrderState(state, transition) ?? refuse('order_not_open', wordsFor[state])
}

const wordsFor: Record<OrderState, string> = {
  claimed: 'This order is waiting for its payment.',
  paid: 'This order is paid already.',
  cancelled: 'This order was cancelled.',
  expired: 'This order has lapsed because it was not paid in time.',
  refunded: 'This order was refunded.',
}

/** The two sides learn each other's contacts while the copy is held or paid, not of an order that came to nothing. */
export function showsContacts(state: OrderState): boolean {
  return state === 'claimed' || state === 'paid' || state === 'refunded'
}

/** The buyer has paid, whether or not it went back since. */
export function moneyMoved(state: OrderState): boolean {
  return state === 'paid' || state === 'refunded'
}

/** Who may look at an order. */
export function maySeeOrder(
  account: { id: string; role: string },
  order: { buyerId: string; sellerId: string },
): boolean {
  return account.role === 'admin' || account.id === order.buyerId || account.id === order.sellerId
}
