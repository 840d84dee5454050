import type { Role } from '#contract/call.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import type { Tx } from '#server/database/schema.ts'
import { writeAudit } from './audit/audit.public.ts'
import { bindIdentity } from './identity-moves/identity-moves.sql.ts'
import { findOpenAccountByEmail, insertAccount, updateRole, type AccountRow } from './accounts.public.ts'

/**
 * For operators: creates an account for an address, or gives it this role. New people get a one-time link to sign in
 * with; with `linkAlways` all do. A new admin is written to the audit log. Refuses to demote an admin. Without
 * the identity provider's `management`, no link is made; people without an account, and admins whose email isn't
 * confirmed, are refused. Called twice, it changes nothing the second time.
 */
export async function inviteAccount(
  services: Pick<Services, 'db' | 'clock' | 'identity'> & Refuses<'role_not_allowed' | 'email_taken' | 'not_offered'>,
  person: { email: string; role: Role; linkAlways?: boolean },
): Promise<{ account: AccountRow; invitation: { link: string; hours: number } | null }> {
  const { management } = services.identity
  const note = async (tx: Tx, accountId: string) => {
    if (person.role === 'admin')
      await writeAudit(tx, { kind: 'admin_appointed', by: { as: 'operator' }, at: services.clock.now(), accountId })
  }
  const existing = await findOpenAccountByEmail(services.db, person.email)
  if (existing) {
    if (existing.role === 'admin' && person.role !== 'admin')
      services.refuse('role_not_allowed', `${person.email} is an admin, who neither buys nor sells.`)
    const isAwaited = existing.identityId === null
    if (isAwaited && !existing.emailVerified && person.role === 'admin')
      services.refuse(
        'not_offered',
        `${person.email} has an account from before the sign-in moved, and was never confirmed. If you know who asks, run npm run identity -- --confirm ${person.email} first.`,
      )
    // Invite before the new role: it revokes the access of an account that never confirmed the address.
    const invitation = person.linkAlways && management ? await management.invite(existing) : null
    if (invitation && isAwaited) await bindIdentity(services.db, { ...existing, ...invitation })
    if (person.role === 'admin' && !management && !existing.emailVerified)
      services.refuse('not_offered', `${person.email} isn’t confirmed yet. Open the link in that mailbox first.`)
    await services.db.transaction().execute(async (tx) => {
      await updateRole(tx, existing.id, person.role)
      await note(tx, existing.id)
    })
    return { account: { ...existing, role: person.role }, invitation }
  }
  if (!management)
    return services.refuse(
      'not_offered',
      `Nobody has signed up with ${person.email}, and this shop can’t invite. Sign up with it first, confirm the email, and run this again.`,
    )
  const invitation = await management.invite({ email: person.email, name: '' })
  const { identityId } = invitation
  const account = await services.db.transaction().execute(async (tx) => {
    const opened = await insertAccount(
      tx,
      { identityId, email: person.email, emailVerified: false, name: '', photoUrl: null, role: person.role },
      services.clock.now(),
    )
    if (opened) await note(tx, opened.id)
    return opened
  })
  return account
    ? { account, invitation }
    : services.refuse('email_taken', `${person.email} is taken by another account.`)
}
