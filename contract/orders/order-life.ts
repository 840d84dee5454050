/** Either side may say that something is wrong, which stops the clock: time does nothing until the problem has ended. */
const problemSteps = <State extends string>(state: State) =>
  ({
    either_opens_problem: state,
    either_answers: state,
    opener_settles: state,
    admin_decides: state,
  }) as const

/**
 * The buyer's bank may take hours or days to send a payment, and sends it or not in the end; nothing else moves the
 * order meanwhile.
 */
const processingSteps = <State extends string>(state: State) =>
  ({ bank_sends_payment: state, bank_refuses_payment: state }) as const

/**
 * The bank of the buyer's card may ask about the payment, take it back, and in the end give it back or keep it: what it
 * keeps is gone for the order as a refund is.
 */
const disputeSteps = <State extends string>(state: State) =>
  ({ bank_asks: state, bank_disputes: state, bank_gives_in: state, bank_keeps: 'refunded' }) as const

/**
 * The order's life as one table: state → who does what → next state. Buttons, checks on the server and the
 * diagram in docs/ARCHITECTURE.md are all derived from it. What time does is named `time_…`.
 */
export const orderLife = {
  claimed: {
    buyer_pays: 'paid',
    buyer_chooses_cash: 'claimed',
    seller_agrees_to_cash: 'agreed',
    buyer_cancels: 'cancelled',
    seller_releases: 'cancelled',
    time_expires: 'expired',
    admin_closes_account: 'cancelled',
    email_changes_hands: 'cancelled',
    ...processingSteps('claimed'),
  },
  agreed: {
    buyer_pays: 'paid',
    seller_enters_code: 'handed_over',
    buyer_confirms: 'handed_over',
    buyer_cancels: 'cancelled',
    seller_releases: 'cancelled',
    time_expires: 'expired',
    admin_closes_account: 'cancelled',
    email_changes_hands: 'cancelled',
    ...processingSteps('agreed'),
    ...problemSteps('agreed'),
  },
  paid: {
    seller_enters_code: 'handed_over',
    buyer_confirms: 'handed_over',
    time_hands_over: 'handed_over',
    seller_refunds_part: 'paid',
    admin_refunds_part: 'paid',
    provider_refunds_part: 'paid',
    seller_refunds: 'refunded',
    admin_refunds: 'refunded',
    provider_refunds: 'refunded',
    ...disputeSteps('paid'),
    bank_keeps_part: 'paid',
    ...problemSteps('paid'),
  },
  handed_over: {
    time_completes: 'done',
    seller_refunds_part: 'handed_over',
    admin_refunds_part: 'handed_over',
    provider_refunds_part: 'handed_over',
    seller_refunds: 'refunded',
    admin_refunds: 'refunded',
    provider_refunds: 'refunded',
    ...disputeSteps('handed_over'),
    bank_keeps_part: 'handed_over',
    ...problemSteps('handed_over'),
  },
  done: {
    provider_refunds_part: 'done',
    provider_refunds: 'refunded',
    ...disputeSteps('done'),
    bank_keeps_part: 'done',
  },
  cancelled: { late_payment_arrives: 'refunded' },
  expired: { late_payment_arrives: 'refunded' },
  // The copy is with its seller still, who decides what becomes of it.
  refunded: { seller_relists: 'refunded', ...disputeSteps('refunded') },
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

export type TimeTransition = Extract<OrderTransition, `time_${string}`>

/** What time does to an order that stays in a state for too long; null where nothing. */
export function timeTransition(state: OrderState): TimeTransition | null {
  const names = Object.keys(orderLife[state]) as OrderTransition[]
  return names.find((name): name is TimeTransition => name.startsWith('time_')) ?? null
}

/** The money was with the seller's side at last: by card, or in the hand. Of a refunded order it went back. */
export const isPaidState = (state: OrderState): boolean =>
  state === 'paid' || state === 'handed_over' || state === 'done'

/** Both sides have something to do with each other still; the others are over. */
export const isLiveState = (state: OrderState): boolean => timeTransition(state) !== null

/** How long a hand-over that was agreed or paid for may take until time ends the state, in days. */
export const HAND_OVER_DAYS = 14
/** After which of these days the two are reminded of a book that was paid and not handed over. */
export const REMINDER_DAYS = [3, 10] as const
/** How long after the hand-over an order is done, in hours. */
export const DONE_AFTER_HOURS = 48
