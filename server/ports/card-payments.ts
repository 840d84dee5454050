/**
 * What we need from a card provider. Amounts are integer minor units of the currency, whatever the provider counts in.
 * Nothing here is called inside a database transaction. Expected outcomes are returned; a provider that can't be reached
 * rejects.
 */
export interface CardPayments {
  /**
   * Opens the payment of one order. Called again for the same order, it answers the same intent. Rejects with
   * AmountRefused where the provider doesn't charge this amount.
   */
  openIntent(request: { orderId: string; amount: number; currency: string; description: string }): Promise<OpenIntent>
  /** The provider's own word on a payment; null when it knows no such intent. */
  findIntent(intentId: string): Promise<IntentReport | null>
  /** Cancels an unpaid intent. When the money already moved, says so instead of cancelling. */
  cancelIntent(intentId: string): Promise<'cancelled' | 'succeeded'>
  /**
   * Gives a part of a payment back, or all of it. Called again for the same refund of ours, it is made once. Says so where
   * less of the payment is left than that, because it went back already.
   */
  refund(refund: AskedRefund): Promise<{ providerRefundId: string; isFailed: boolean } | 'nothing_left'>
  /** What was to go back of a payment, by us or at the provider, first things first; with what failed there. */
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** Checks an event's signature over the raw body, and when that was made; only then reads it. */
  verifyEvent(rawBody: Buffer, signature: string): CardEvent | EventRefusal
}

/** Payments of an earlier time, without anybody who pays. */
export interface EarlierPayments extends CardPayments {
  /** What the buyer's browser would have done. */
  pay(intentId: string): Promise<void>
}

export interface OpenIntent {
  intentId: string
  /** What a browser needs to confirm this one payment; never logged. */
  clientSecret: string
}

export interface IntentReport extends OpenIntent {
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  /** The order this intent was opened for, from the provider's metadata; null for a stranger's. */
  orderId: string | null
  amount: number
  /** Lower-case ISO 4217. */
  currency: string
  /** How much went back, by us or at the provider. */
  refunded: number
  /** What the provider keeps of it for its work, where it tells; null where it doesn't (yet), or in another currency. */
  cost: number | null
  /** The last four digits of the card that paid; null until then, and where the provider doesn't tell. */
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
  /** It didn't reach the card, at once or days later: the provider has put the money back where it took it from. */
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
