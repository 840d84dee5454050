/**
 * The order's life as one table: state → who does what → next state. Buttons, checks on the server and the
 * diagram in docs/ARCHITECTURE.md are all derived from it.
 */
export const orderLife = {
  claimed: {
    buyer_pays: 'paid',
    buyer_cancels: 'cancelled',
    time_expires: 'expired',
    admin_closes_account: 'cancelled',
    email_changes_hands: 'cancelled',
  },
  paid: { provider_refunds: 'refunded' },
  cancelled: { late_payment_arrives: 'refunded' },
  expired: { late_payment_arrives: 'refunded' },
  refunded: {},
} as const satisfies Record<string, Record<string, string>>

/** How an order comes to be, and in which state. */
export const orderBegins = { buyer_claims: 'claimed' } as const satisfies Record<string, keyof typeof orderLife>

export type OrderBeginning = keyof typeof orderBegins
export type OrderState = keyof typeof orderLife
type KeysOfUnion<T> = T extends unknown ? keyof T : never
export type OrderTransition = KeysOfUnion<(typeof orderLife)[OrderState]>

export const orderStates = Object.keys(orderLife) as [OrderState, ...OrderState[]]

/** Where a transition leads from a state; null when it isn't allowed there. */
export function nextOrderState(state: OrderState, transition: OrderTransition): OrderState | null {
  const steps: Partial<Record<OrderTransition, OrderState>> = orderLife[state]
  return steps[transition] ?? null
}
