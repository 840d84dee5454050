import type { Role } from '#contract/call.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { findOpenAccountByEmail, insertAccount, type AccountRow } from './accounts.public.ts'
import { updateRole } from './accounts.sql.ts'

/**
 * For operators: makes sure that an address has an account in a role. A person who had none gets a one-time link to
 * sign in with, and so does anybody with `linkAlways`. Refuses to turn an admin into something else. Called twice, it
 * changes nothing the second time.
 */
export async function inviteAccount(
  services: Pick<Services, 'db' | 'clock' | 'identity'> & Refuses<'role_not_allowed' | 'email_taken'>,
  person: { email: string; role: Role; linkAlways?: boolean },
): Promise<{ account: AccountRow; link: string | null }> {
  const existing = await findOpenAccountByEmail(services.db, person.email)
  if (existing) {
    if (existing.role === 'admin' && person.role !== 'admin')
      services.refuse('role_not_allowed', `${person.email} is an admin, who neither buys nor sells.`)
    // Before the new role: the invitation ends the access of whoever took the address without confirming it.
    const link = person.linkAlways
      ? (await services.identity.invite({ email: existing.email, name: existing.name })).link
      : null
    await updateRole(services.db, existing.id, person.role)
    return { account: { ...existing, role: person.role }, link }
  }
  const { identityId, link } = await services.identity.invite({ email: person.email, name: '' })
  const account = await insertAccount(
    services.db,
    { identityId, email: person.email, emailVerified: false, name: '', photoUrl: null, role: person.role },
    services.clock.now(),
  )
  return account ? { account, link } : services.refuse('email_taken', `${person.email} is taken by another account.`)
}
