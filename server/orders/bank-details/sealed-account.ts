import type { BankAccount } from '#contract/orders/bank-details.ts'
import type { Services } from '#server/services.ts'

type Sealer = Services['bankSealer']
type Account = Omit<BankAccount, 'since'>

/** Encrypts an account for the database. */
export const sealAccount = (sealer: Sealer, { holder, account, bank }: Account): string =>
  sealer.seal(JSON.stringify({ holder, account, bank }))

/** The account; null where it was encrypted with other keys than those in the data folder. */
export function openSealed(sealer: Sealer, sealed: string): Account | null {
  const text = sealer.open(sealed)
  return text === null ? null : (JSON.parse(text) as Account)
}
