/**
 * The port of a card provider. Amounts are integer minor units of the currency, whatever unit the provider uses. Never
 * call it inside a database transaction. Expected outcomes are returned; a provider that can't be reached rejects.
 */
export interface CardPayments {
  /**
   * Opens the payment of an order. Called again for the same order and methods, it returns the same intent. Rejects
   * with AmountRefused where the provider doesn't charge this amount.
   */
  openIntent(request: {
    orderId: string
    amount: number
    currency: string
    description: string
    /** Default: cards alone. */
    methods?: PaymentMethods
  }): Promise<OpenIntent>
  /** The provider's state of a payment; null for an unknown intent. */
  findIntent(intentId: string): Promise<IntentReport | null>
  /** Cancels an unpaid intent. When the money already moved, or is on its way, says so instead of cancelling. */
  cancelIntent(intentId: string): Promise<'cancelled' | 'processing' | 'succeeded'>
  /**
   * Refunds a part of a payment, or all of it. Called again for the same refund of ours, it is made once. Returns
   * `nothing_left` where less of the payment is left, because it was refunded already, and `disputed` where the card's
   * bank has taken the payment back.
   */
  refund(refund: AskedRefund): Promise<{ providerRefundId: string; isFailed: boolean } | 'nothing_left' | 'disputed'>
  /** All refunds of a payment, ours and the provider's, oldest first; failed ones included. */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** Chargebacks; null of a provider whose payments no bank takes back. */
  disputes: CardDisputes | null
  /** Checks an event's signature over the raw body, and when that was made; only then reads it. */
  verifyEvent(rawBody: Buffer, signature: string): CardEvent | EventRefusal
  /** Id of the payment that an event's subject belongs to, as the provider says; null where there is none. */
  findIntentId(subject: EventSubject): Promise<string | null>
}

/** Disputes: payments that a card's bank takes back, or asks about, for the buyer. */
export interface CardDisputes {
  /** All disputes of a payment, oldest first; ended ones included. */
  listOf(intentId: string): Promise<ProviderDispute[]>
  /** Ids of the payments with a dispute that was opened since then, each once. */
  listDisputedIntents(since: Date): Promise<string[]>
}

/** Adds payments of the past, for the demo's finished orders. */
export interface EarlierPayments extends CardPayments {
  /** Pays, as the buyer's browser would have. */
  pay(intentId: string): Promise<void>
}

/**
 * Methods that an intent is opened for: cards alone, or all that the provider's account has for its currency and amount:
 * wallets, redirects to a bank, debits that take days.
 */
export type PaymentMethods = 'card' | 'account'

export interface OpenIntent {
  intentId: string
  /** Secret with which a browser confirms this payment; never logged. */
  clientSecret: string
}

export interface IntentReport extends OpenIntent {
  /** `processing`: the buyer has paid, and their bank sends the money or doesn't, hours or days later. */
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  /** The order this intent was opened for, from the provider's metadata; null for a stranger's. */
  orderId: string | null
  amount: number
  /** Lower-case ISO 4217. */
  currency: string
  /** Sum refunded, by us or at the provider. */
  refunded: number
  /** Whether it has a dispute, or had one. */
  isDisputed: boolean
  /** Fee of the provider; null where it isn't known (yet), or in another currency. */
  cost: number | null
  /** The method that paid, as the provider names it, `card` for cards and wallets that hold them; null until paid. */
  method: string | null
  /** Last four digits of the card; null until paid, and where the provider doesn't send them. */
  cardLastFour: string | null
}

export interface AskedRefund {
  /** Our own id of it. */
  refundId: string
  intentId: string
  amount: number
  /** ISO 4217. */
  currency: string
}

export interface ProviderRefund {
  providerRefundId: string
  /** Our own id of it; null where it was made at the provider. */
  refundId: string | null
  amount: number
  /** Whether it failed to reach the card, at once or days later: the provider has put the money back. */
  isFailed: boolean
}

export interface ProviderDispute {
  providerDisputeId: string
  /** `closed`: over without a loss, won or withdrawn by the bank. */
  status: DisputeStatus
  /** Whether the bank only asks so far: no money has moved, and a refund settles it. */
  isInquiry: boolean
  /** Disputed amount: usually all of the payment, sometimes a part, and rarely more. */
  amount: number
  /** Lower-case ISO 4217. */
  currency: string
  /** What the bank has of it now: taken, and not given back. */
  withdrawn: number
  /** Fee of the provider so far; null where it is charged in another currency. */
  cost: number | null
  /** When the answer is due; null where none is possible. */
  respondBy: Date | null
  openedAt: Date
}
export type DisputeStatus = 'needs_response' | 'under_review' | 'closed' | 'lost'

/** No event for us: not signed by the provider just now, or signed and of another kind than we asked it for. */
export interface EventRefusal {
  refused: 'forged' | 'unreadable'
}

/** A verified event: only a hint what to ask about. */
export interface CardEvent {
  id: string
  type: string
  /** Null of an event about something else, of another account, or of the other mode (test or live). */
  subject: EventSubject | PayoutSubject | null
}

/** What an event about payouts names: a transfer of ours, or a seller's account, both by the provider's id. */
export type PayoutSubject = { kind: 'transfer'; id: string } | { kind: 'recipient'; id: string }

/** What an event names: a payment, or something that belongs to a payment. */
export interface EventSubject {
  kind: 'payment' | 'charge' | 'refund' | 'dispute'
  id: string
}
