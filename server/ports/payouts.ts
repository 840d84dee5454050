/** Money that the club owes a seller, and is to have moved. */
export interface AskedPayout {
  /** Our own name of it: asked again under the same one, the money moves once. */
  key: string
  sellerId: string
  /** Minor units. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** What the admin wrote about it; where they transferred it themselves, the transfer's reference. */
  noted: string
}

/**
 * Who moves what the club owes to the sellers. Nothing here is called inside a database transaction. A provider that
 * can't be reached rejects, and then nothing is noted; asked again, it answers what it did.
 */
export interface Payouts {
  /** Moves the money, or finds that it was moved; answers the reference under which the seller finds it at their bank. */
  transfer(asked: AskedPayout): Promise<{ reference: string }>
}
