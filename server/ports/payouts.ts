/**
 * The port by which what the club owes sellers reaches them. An ability is a member that may be null. Never call it
 * inside a database transaction. A provider that can't be reached rejects: what it did is unknown then, and asking again
 * in the same way does it once.
 */
export interface Payouts {
  /** The provider, as people know it; empty where admins transfer by hand. */
  name: string
  /** Accounts of sellers at the provider; null where it knows no sellers. */
  recipients: Recipients | null
  /** Transfers to these accounts; null where admins transfer at the club's bank and note it. */
  transfers: Transfers | null
}

/** A provider that pays sellers out by itself. */
export type PayoutProvider = Payouts & { recipients: Recipients; transfers: Transfers }

/** The provider of a shop that doesn't pay out by hand; else null. */
export function providerOf(payouts: Payouts): PayoutProvider | null {
  const { recipients, transfers } = payouts
  return recipients && transfers ? { ...payouts, recipients, transfers } : null
}

export interface Recipients {
  /** Opens the account of a seller. Called again for the same seller, it is the same account. */
  open(seller: { sellerId: string; email: string; currency: string }): Promise<{ recipientId: string }>
  /** Address of the provider's page where the seller enters what it needs; works once, for minutes. */
  onboardingUrl(recipientId: string, comesBackTo: { returnUrl: string; refreshUrl: string }): Promise<string>
  /** What the provider says of an account; null where it has none with this id. */
  find(recipientId: string): Promise<RecipientReport | null>
}

/**
 * `needs_more`: the seller has to enter something. `checked`: the provider looks at it. `ready`: transfers arrive.
 * `refused`: this seller can't be paid there.
 */
export type RecipientStatus = 'needs_more' | 'checked' | 'ready' | 'refused'

export interface RecipientReport {
  status: RecipientStatus
  /** Why it isn't ready, as a sentence of the provider's; null where it gives none. */
  reason: string | null
  /** The latest transfer from the account to the seller's bank, where the bank sent it back; null else. */
  bankRefusal: { id: string; reason: string } | null
}

export interface Transfers {
  /** Transfers what a payment brought in. Asked again with the same id and try, the money moves once. */
  make(asked: AskedTransfer): Promise<MadeTransfer | TransferRefusal>
  /** Takes back a part of a transfer, or all of it. Asked again with the same id and try, it is taken once. */
  reverse(asked: AskedReversal): Promise<MadeReversal | TransferRefusal>
  /** All reversals of a transfer, ours and the provider's, oldest first. */
  listReversals(providerTransferId: string): Promise<ProviderReversal[]>
}

export interface AskedTransfer {
  /** Our own id of it. */
  transferId: string
  /** Raised after each refusal: the provider remembers what it answered. */
  tries: number
  orderId: string
  /** The payment that brought the money in. */
  intentId: string
  /** Whether the provider is to take the money from that payment, which may not be available yet. */
  isFromPayment: boolean
  recipientId: string
  /** Minor units. */
  amount: number
  /** ISO 4217. */
  currency: string
}

export interface AskedReversal {
  /** Our own id of it. */
  reversalId: string
  tries: number
  providerTransferId: string
  /** Minor units. */
  amount: number
  /** ISO 4217. */
  currency: string
}

/** Amounts are those that moved: of an earlier try, where that was made after all. */
export interface MadeTransfer {
  providerTransferId: string
  /** Minor units. */
  amount: number
}

export interface MadeReversal {
  providerReversalId: string
  /** Minor units. */
  amount: number
}

/**
 * Nothing has moved. `balance`: there isn't enough money, at the club for a transfer, with the seller for a reversal.
 * `recipient`: the seller's account can't receive. `other`: what the provider says.
 */
export interface TransferRefusal {
  refused: 'balance' | 'recipient' | 'other'
  /** A sentence of the provider's. */
  reason: string
}

export interface ProviderReversal extends MadeReversal {
  /** Our own id of it; null where it was made at the provider. */
  reversalId: string | null
}
