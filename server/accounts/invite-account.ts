import type { Role } from '#contract/call.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import type { Tx } from '#server/database/schema.ts'
import { writeAudit } from './audit/audit.public.ts'
import { findOpenAccountByEmail, insertAccount, updateRole, type AccountRow } from './accounts.public.ts'

/**
 * For operators: creates an account for an address, or gives it this role. New people get a one-time link to sign in
 * with; with `linkAlways` all do. A new admin is written to the audit log. Refuses to demote an admin. Called twice, it
 * changes nothing the second time.
 */
export async function inviteAccount(
  services: Pick<Services, 'db' | 'clock' | 'identity'> & Refuses<'role_not_allowed' | 'email_taken'>,
  person: { email: string; role: Role; linkAlways?: boolean },
): Promise<{ account: AccountRow; link: string | null }> {
  const note = async (tx: Tx, accountId: string) => {
    if (person.role === 'admin')
      await writeAudit(tx, { kind: 'admin_appointed', by: { as: 'operator' }, at: services.clock.now(), accountId })
  }
  const existing = await findOpenAccountByEmail(services.db, person.email)
  if (existing) {
    if (existing.role === 'admin' && person.role !== 'admin')
      services.refuse('role_not_allowed', `${person.email} is an admin, who neither buys nor sells.`)
    // Invite before the new role: it revokes the access of an account that never confirmed the address.
    const link = person.linkAlways
      ? (await services.identity.invite({ email: existing.email, name: existing.name })).link
      : null
    await services.db.transaction().execute(async (tx) => {
      await updateRole(tx, existing.id, person.role)
      await note(tx, existing.id)
    })
    return { account: { ...existing, role: person.role }, link }
  }
  const { identityId, link } = await services.identity.invite({ email: person.email, name: '' })
  const account = await services.db.transaction().execute(async (tx) => {
    const opened = await insertAccount(
      tx,
      { identityId, email: person.email, emailVerified: false, name: '', photoUrl: null, role: person.role },
      services.clock.now(),
    )
    if (opened) await note(tx, opened.id)
    return opened
  })
  return account ? { account, link } : services.refuse('email_taken', `${person.email} is taken by another account.`)
}
