import type { Refuses } from '#contract/problems.ts'
import type { Proof } from '#server/ports/identity.ts'
import type { Services } from '#server/services.ts'
import { addressHash } from './accounts.rules.ts'
import { findAccountByIdentity, type AccountRow } from './accounts.public.ts'
import { isClosedAddress } from './accounts.sql.ts'
import { bindIdentity } from './identity-moves/identity-moves.sql.ts'
import { suspensionWords } from './suspension-words.ts'

/**
 * Finds the account of a proven identity; null when there is none yet. After a move to another identity provider the
 * first sign-in finds the account by its confirmed email, where the person is known to read that mail, and it is theirs
 * from then on. Refuses a suspended or closed one, and a new identity with the confirmed email of a closed one.
 */
export async function findProvenAccount(
  services: Pick<Services, 'db' | 'shop' | 'site'> & Refuses<'account_closed' | 'account_suspended'>,
  proof: Proof,
): Promise<AccountRow | null> {
  const find = () => findAccountByIdentity(services.db, proof.identityId)
  let account = await find()
  if (!account && proof.ownsMailbox && (await bindIdentity(services.db, proof))) account = await find()
  if (account?.suspendedAt) services.refuse('account_suspended', suspensionWords(account, services.site))
  if (account && !account.closedAt) return account
  if (account || (await isClosedAddress(services.db, addressHash(proof.email, services.shop.addressSecret))))
    services.refuse('account_closed', 'This account was closed by the club.')
  return null
}
