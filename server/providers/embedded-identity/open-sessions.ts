import type { Pool } from 'pg'
import type { IdentityEvents, IdentityPort } from '#server/ports/identity.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.sql.ts'
import { endSessions } from './users.sql.ts'

/** Lists and ends a person's sessions for the shop; ending one also ends its club tokens. */
export function openSessions(
  pool: Pool,
  events: Pick<IdentityEvents, 'onCredentialsChanged'>,
): Pick<IdentityPort, 'listSessions' | 'endSession' | 'endOtherSessions' | 'endSessions'> {
  return {
    listSessions: (identityId) => listSessions(pool, identityId),
    endSession: async (identityId, sessionId) => {
      await endSession(pool, identityId, sessionId)
      await events.onCredentialsChanged(identityId)
    },
    endOtherSessions: async (identityId, keptId) => {
      await endOtherSessions(pool, identityId, keptId)
      await events.onCredentialsChanged(identityId)
    },
    endSessions: async (identityId) => {
      await endSessions(pool, identityId)
      await events.onCredentialsChanged(identityId)
    },
  }
}
