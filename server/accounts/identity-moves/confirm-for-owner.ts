import type { Services } from '#server/services.ts'
import { writeAudit } from '../audit/audit.public.ts'
import { forgetOtherIdentities } from './identity-moves.public.ts'
import { confirmAwaited } from './identity-moves.sql.ts'

/**
 * For operators: counts the email of an account as confirmed that was never, and so isn't found after a move. Who shows
 * that they read its mail gets the account as it is. Its identities at former providers may be a stranger's to the
 * email, and are forgotten. False where no such account waits, also when called twice.
 */
export function confirmForOwner({ db, clock }: Pick<Services, 'db' | 'clock'>, email: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const accountId = await confirmAwaited(tx, email)
    if (accountId === null) return false
    await forgetOtherIdentities(tx, accountId)
    await writeAudit(tx, { kind: 'email_vouched_for', by: { as: 'operator' }, at: clock.now(), accountId })
    return true
  })
}
