import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { findOpenAccountByEmail } from './accounts.public.ts'
import { writeAudit } from './audit/audit.public.ts'

/**
 * For operators: removes the passkeys, the second factor and the recovery codes of an account whose owner has lost them,
 * ends its sessions and tells the owner by email. Refuses where the provider keeps second factors itself. False without
 * an account or a second factor, also when called twice. The audit log has it before the provider acts.
 */
export async function resetSecondFactor(
  services: Pick<Services, 'db' | 'clock' | 'identity' | 'site'> & Refuses<'not_offered'>,
  email: string,
): Promise<boolean> {
  const { db, clock, identity, site } = services
  const { factors } = identity
  if (!factors) {
    const { keptBy } = site.identity
    return services.refuse('not_offered', `${keptBy} keeps second factors here. Remove it in its console.`)
  }
  const account = await findOpenAccountByEmail(db, email)
  // Without an identity the account has yet to sign in at this provider.
  if (!account || account.identityId === null) return false
  const { isOn, passkeys } = await factors.read(account.identityId)
  if (!isOn && passkeys.length === 0) return false
  await db
    .transaction()
    .execute((tx) =>
      writeAudit(tx, { kind: 'second_factor_reset', by: { as: 'operator' }, at: clock.now(), accountId: account.id }),
    )
  return factors.reset(account.identityId)
}
