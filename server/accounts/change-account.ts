import { mayChangeRole } from '#contract/accounts/accounts.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { requireName } from './accounts.rules.ts'
import { updateName, updateTimeZone } from './accounts.sql.ts'
import { updateRole, type SignedInAccount } from './accounts.public.ts'

/**
 * Changes an account's own name or time zone, or switches between buying and selling; books and orders stay. Refuses names as
 * `requireName` does, and admins who change role. Called twice, it changes nothing the second time. A new role ends all
 * club tokens.
 */
export async function changeAccount(
  services: Pick<Services, 'db' | 'site'> & Refuses<'role_not_allowed'>,
  account: SignedInAccount,
  wish: { name?: string | undefined; role?: 'buyer' | 'seller' | undefined; timeZone?: string | undefined },
): Promise<void> {
  const may = wish.role ? mayChangeRole(account) : 'yes'
  if (may !== 'yes') services.refuse(may, 'Admins can’t buy or sell. Use another account for that.')
  const name = wish.name === undefined ? undefined : requireName(wish.name, services.site.name)
  if (name !== undefined) await updateName(services.db, account.id, name)
  if (wish.timeZone !== undefined) await updateTimeZone(services.db, account.id, wish.timeZone)
  if (wish.role) await updateRole(services.db, account.id, wish.role)
}
