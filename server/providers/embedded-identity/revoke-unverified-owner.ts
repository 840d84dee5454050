import type { Pool } from 'pg'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { dropUnverifiedOwner, endSessions, hasUnverifiedOwner } from './users.sql.ts'

/**
 * Revokes the unverified owner of an email, when another person is about to prove that it is theirs: the sign-up's
 * sessions, sign-in methods, name and photo, and in the shop its listings and claims. Does nothing where the email is
 * verified, or without sign-in method, as after an invitation. The shop's event comes first, so that a retry finishes
 * what a crash cut short. `evenConfirmed`: also where a press in another browser has confirmed the email.
 */
export async function revokeUnverifiedOwner(
  pool: Pool,
  events: Pick<IdentityEvents, 'onHandedOver'>,
  userId: string,
  { evenConfirmed = false } = {},
): Promise<void> {
  if (!(await hasUnverifiedOwner(pool, userId, evenConfirmed))) return
  await endSessions(pool, userId)
  await events.onHandedOver(userId)
  await dropUnverifiedOwner(pool, userId, evenConfirmed)
}
