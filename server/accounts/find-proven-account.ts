import type { Refuses } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { addressHash } from './accounts.rules.ts'
import { findAccountByIdentity, type AccountRow } from './accounts.public.ts'
import { isClosedAddress } from './accounts.sql.ts'
import { suspensionWords } from './suspension-words.ts'

/**
 * Finds the account of a proven identity; null when there is none yet. Refuses a suspended or closed one, and a new
 * identity with the confirmed email of a closed one.
 */
export async function findProvenAccount(
  services: Pick<Services, 'db' | 'shop' | 'site'> & Refuses<'account_closed' | 'account_suspended'>,
  proof: Proof,
): Promise<AccountRow | null> {
  const account = await findAccountByIdentity(services.db, proof.identityId)
  if (account?.suspendedAt) services.refuse('account_suspended', suspensionWords(account, services.site))
  if (account && !account.closedAt) return account
  if (account || (await isClosedAddress(services.db, addressHash(proof.email, services.shop.addressSecret))))
    services.refuse('account_closed', 'This account was closed by the club.')
  return null
}
