import type { Pool } from 'pg'
import { OperatorError } from './operator-error.ts'

const POOLER =
  'DATABASE_URL leads to a connection pooler in transaction mode, which drops the settings that every session of ours needs; give the address of the PostgreSQL server itself, or of a pooler in session mode.'

/**
 * Refuses (OperatorError) an address behind which sessions are not our own: a pooler in transaction mode either refuses
 * our settings or forgets them, and then time limits, the schema of the identities and the jobs are silently wrong.
 */
export async function requireOwnSessions(pool: Pool): Promise<void> {
  const { rows } = await pool
    .query<{ limit: string; idle: string }>(
      "SELECT current_setting('statement_timeout') AS limit, current_setting('idle_in_transaction_session_timeout') AS idle",
    )
    .catch((error: Error) => {
      if (error.message.includes('unsupported startup parameter')) throw new OperatorError(POOLER, { cause: error })
      // Whoever needs the database next says why it can't be reached.
      return { rows: [] }
    })
  const [session] = rows
  if (session && (session.limit === '0' || session.idle === '0')) throw new OperatorError(POOLER)
}
