import type { Pool } from 'pg'
import type { IdentityEvents, Management, SingleSessions } from '#server/ports/identity.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.sql.ts'
import { endSessions } from './users.sql.ts'

/** Lists and ends a person's sessions for the shop; ending one also ends its club tokens. */
export function openSessions(
  pool: Pool,
  events: Pick<IdentityEvents, 'onCredentialsChanged'>,
): { sessions: SingleSessions; endSessions: Management['endSessions'] } {
  const sessions: SingleSessions = {
    list: (identityId) => listSessions(pool, identityId),
    end: async (identityId, sessionId) => {
      await endSession(pool, identityId, sessionId)
      await events.onCredentialsChanged(identityId)
    },
    endOthers: async (identityId, keptId) => {
      await endOtherSessions(pool, identityId, keptId)
      await events.onCredentialsChanged(identityId)
    },
  }
  return {
    sessions,
    endSessions: async (identityId) => {
      await endSessions(pool, identityId)
      await events.onCredentialsChanged(identityId)
    },
  }
}
