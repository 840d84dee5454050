import type { Pool } from 'pg'
import type { IdentityEvents, Management } from '#server/ports/identity.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { endOtherSessions } from './sessions.sql.ts'
import { revokeLinks } from './users.sql.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Sets a verified email. Ends the person's other sessions and the links mailed to the former email. A unique index
 * decides between two people who want the same email.
 */
export function emailChange(
  pool: Pool,
  inTurn: OneAtATime,
  events: Pick<IdentityEvents, 'onCredentialsChanged'>,
): Management['changeEmail'] {
  return ({ identityId, email, sessionId }) =>
    inTurn(identityId, async () => {
      try {
        await pool.query(
          `UPDATE "user" SET email = $2, "emailVerified" = true, "confirmedElsewhere" = false, "updatedAt" = now()
           WHERE id = $1`,
          [identityId, email],
        )
      } catch (error) {
        if ((error as { code?: string }).code === UNIQUE_VIOLATION) return 'taken'
        throw error
      }
      await endOtherSessions(pool, identityId, sessionId)
      await revokeLinks(pool, identityId)
      await events.onCredentialsChanged(identityId)
      return 'changed'
    })
}
