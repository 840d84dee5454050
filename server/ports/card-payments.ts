/**
 * The port of a card provider. Amounts are integer minor units of the currency, whatever unit the provider uses. Never
 * call it inside a database transaction. Expected outcomes are returned; a provider that can't be reached rejects.
 */
export interface CardPayments {
  /**
   * Opens the payment of an order. Called again for the same order, it returns the same intent. Rejects with
   * AmountRefused where the provider doesn't charge this amount.
   */
  openIntent(request: { orderId: string; amount: number; currency: string; description: string }): Promise<OpenIntent>
  /** The provider's state of a payment; null for an unknown intent. */
  findIntent(intentId: string): Promise<IntentReport | null>
  /** Cancels an unpaid intent. When the money already moved, says so instead of cancelling. */
  cancelIntent(intentId: string): Promise<'cancelled' | 'succeeded'>
  /**
   * Refunds a part of a payment, or all of it. Called again for the same refund of ours, it is made once. Returns
   * `nothing_left` where less of the payment is left, because it was refunded already.
   */
  refund(refund: AskedRefund): Promise<{ providerRefundId: string; isFailed: boolean } | 'nothing_left'>
  /** All refunds of a payment, ours and the provider's, oldest first; failed ones included. */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** Checks an event's signature over the raw body, and when that was made; only then reads it. */
  verifyEvent(rawBody: Buffer, signature: string): CardEvent | EventRefusal
}

/** Adds payments of the past, for the demo's finished orders. */
export interface EarlierPayments extends CardPayments {
  /** Pays, as the buyer's browser would have. */
  pay(intentId: string): Promise<void>
}

export interface OpenIntent {
  intentId: string
  /** Secret with which a browser confirms this payment; never logged. */
  clientSecret: string
}

export interface IntentReport extends OpenIntent {
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  /** The order this intent was opened for, from the provider's metadata; null for a stranger's. */
  orderId: string | null
  amount: number
  /** Lower-case ISO 4217. */
  currency: string
  /** Sum refunded, by us or at the provider. */
  refunded: number
  /** Fee of the provider; null where it isn't known (yet), or in another currency. */
  cost: number | null
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

/** No event for us: not signed by the provider just now, or signed and of another kind than we asked it for. */
export interface EventRefusal {
  refused: 'forged' | 'unreadable'
}

/** A verified event. Its payload is only a hint which intent to ask about: truth is read by findIntent. */
export interface CardEvent {
  id: string
  type: string
  /** Null when the event is about something else than a payment. */
  intentId: string | null
}
