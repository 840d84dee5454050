import type { Pool } from 'pg'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { dropFirstComer, endSessions, hasFirstComer } from './people.sql.ts'

/**
 * An unverified email does not belong to whoever typed it first. Called when somebody is about to prove that it is
 * theirs: whoever signed up with it loses sessions, every way to sign in, the photo, and in the shop what was listed
 * and claimed. Does nothing where the email is verified, or where nobody has signed in by it yet, as after an
 * invitation. The shop is told first, so that a crash in between leaves the rest to be done by the next try.
 */
export async function putOutFirstComer(
  pool: Pool,
  events: Pick<IdentityEvents, 'onHandedOver'>,
  personId: string,
): Promise<void> {
  if (!(await hasFirstComer(pool, personId))) return
  await endSessions(pool, personId)
  await events.onHandedOver(personId)
  await dropFirstComer(pool, personId)
}
