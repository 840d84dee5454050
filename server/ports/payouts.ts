/** Money that the club owes a seller, and is to have moved. */
export interface AskedPayout {
  /** Idempotency key: the same key moves the money once. */
  key: string
  sellerId: string
  /** Minor units. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** Note of the admin: the transfer's reference, where they transferred it themselves. */
  noted: string
}

/**
 * The port that pays out what the club owes to sellers. Never call it inside a database transaction. A provider that
 * can't be reached rejects, and nothing is recorded; called again, it returns the earlier result.
 */
export interface Payouts {
  /** Transfers the money, or finds it transferred; returns the reference at the seller's bank. */
  transfer(asked: AskedPayout): Promise<{ reference: string }>
}
