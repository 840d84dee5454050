import type { Pool } from 'pg'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { dropFirstComer, endSessions, hasFirstComer } from './users.sql.ts'

/**
 * An unverified email does not belong to whoever typed it first. Called when somebody is about to prove that it is
 * theirs: whoever signed up with it loses sessions, every way to sign in, name and photo, and in the shop what was listed
 * and claimed. Does nothing where the email is verified, or where nobody has signed in by it yet, as after an
 * invitation. The shop's event comes first, so that a crash in between leaves the rest to be done by the next try.
 */
export async function putOutFirstComer(
  pool: Pool,
  events: Pick<IdentityEvents, 'onHandedOver'>,
  userId: string,
): Promise<void> {
  if (!(await hasFirstComer(pool, userId))) return
  await endSessions(pool, userId)
  await events.onHandedOver(userId)
  await dropFirstComer(pool, userId)
}
