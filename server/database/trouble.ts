/** What keeps a database from answering: nobody's fault who asks, and worth another try. */
export type DatabaseTrouble = 'away' | 'full' | 'exhausted' | 'slow'

/** Refused, reset or broken connections; a server that shuts down, crashed or is starting (classes 08 and 57P). */
const AWAY = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|08|57P)/
/** What pg says without a code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** The database did not answer within the pool's `answerTimeout`; the connection is broken off. */
export class Unanswered extends Error {
  override name = 'Unanswered'
  override message = 'The database did not answer'
}

/** The trouble behind a failed query; null where the query itself is to blame. */
export function databaseTrouble(error: Error & { code?: string }): DatabaseTrouble | null {
  const code = error.code ?? ''
  // disk_full, and what the system says where PostgreSQL can't even write its log of changes.
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  // Memory, connections, configured limits.
  if (code.startsWith('53')) return 'exhausted'
  // query_canceled by statement_timeout; lock_not_available by lock_timeout; deadlock_detected: undone, and to be tried again.
  if (code === '57014' || code === '55P03' || code === '40P01' || error instanceof Unanswered) return 'slow'
  return AWAY.test(code) || CUT_OFF.test(error.message) ? 'away' : null
}
