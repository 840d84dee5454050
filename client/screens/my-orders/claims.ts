import type { OrderState } from '#contract/orders/order-life.ts'

/** Order facts needed here. */
interface Claim {
  id: string
  state: OrderState
  payBy: Date
}

const MIN_DELAY_MS = 1000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Delay until the next refetch because a claim ends, in milliseconds; null without claims. The server's clock decides,
 * so each early attempt backs off.
 */
export function refetchDelay(orders: readonly Claim[], now: number, attempts: number): number | null {
  const ends = orders.filter(({ state }) => state === 'claimed').map(({ payBy }) => payBy.getTime())
  if (ends.length === 0) return null
  const backoff = MIN_DELAY_MS * 2 ** Math.min(attempts, 5)
  return Math.min(Math.max(Math.min(...ends) - now, 0) + backoff, LONGEST_TIMER_MS)
}

/** Orders whose claim expired between two reads. */
export function expiredSince<Order extends Claim>(before: readonly Claim[], after: readonly Order[]): Order[] {
  const claimed = new Set(before.filter(({ state }) => state === 'claimed').map(({ id }) => id))
  return after.filter(({ id, state }) => state === 'expired' && claimed.has(id))
}
