import { addJob, type JobPayloads } from '#server/database/add-job.ts'
import type { Services } from '#server/services.ts'
import { findProviderInForce } from './identity-moves.public.ts'
import { bindIdentity, listAwaited } from './identity-moves.sql.ts'

/** Accounts of one job; the next ones are the next job's. */
const PART = 50

/**
 * After a move: creates members with a confirmed email at the provider, without a password, so that “Forgot password?”
 * lets them in and no stranger can sign up with their email. Skips people whom the provider knows with the email
 * confirmed: their first sign-in finds the account. Ends with the next move; safe to repeat.
 */
export async function admitAwaited(
  { db, identity: { management } }: Pick<Services, 'db' | 'identity'>,
  { turn, after }: JobPayloads['admit_awaited'],
): Promise<void> {
  if (!management || (await findProviderInForce(db))?.turn !== turn) return
  const awaited = await listAwaited(db, after, PART)
  for (const { email, name } of awaited) {
    const identityId = await management.admit({ email, name })
    if (identityId !== null) await bindIdentity(db, { email, identityId })
  }
  const last = awaited.length === PART ? awaited.at(-1) : undefined
  if (last) await db.transaction().execute((tx) => addJob(tx, 'admit_awaited', { turn, after: last.id }))
}
