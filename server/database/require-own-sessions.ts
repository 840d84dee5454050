import type { Pool } from 'pg'
import { OperatorError } from './operator-error.ts'

const POOLER =
  'leads to a connection pooler in transaction or statement mode, which gives the settings and locks of our sessions to others'
const CURES = {
  DATABASE_URL:
    'give the address of the PostgreSQL server itself as well, in DATABASE_DIRECT_URL; or in its place, or that of a pooler in session mode.',
  DATABASE_DIRECT_URL: 'give the address of the PostgreSQL server itself.',
}

/**
 * Refuses (OperatorError) a pooler in transaction mode as the way to the database that `setting` names, where time
 * limits, the identities' search path, advisory locks and jobs would be silently wrong. The pool needs two connections.
 */
export async function requireOwnSessions(pool: Pool, setting: keyof typeof CURES = 'DATABASE_URL'): Promise<void> {
  const isOwn = await keepsItsServer(pool).catch((error: Error) => {
    // Other failures are reported by the next use of the database.
    return !error.message.includes('statement pooling mode')
  })
  if (!isOwn) throw new OperatorError(`${setting} ${POOLER}; ${CURES[setting]}`)
}

/**
 * Whether a session stays on one server process while another session comes and goes: a pooler hands out the process
 * that was freed last, or first.
 */
async function keepsItsServer(pool: Pool): Promise<boolean> {
  const other = await pool.connect()
  const own = await pool.connect().catch((error: Error) => {
    other.release()
    throw error
  })
  const servers = new Set<number | undefined>()
  const ask = async () => servers.add((await own.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid)
  try {
    await other.query('BEGIN')
    await ask()
    await other.query('COMMIT')
    await ask()
    await ask()
    return servers.size === 1
  } finally {
    own.release()
    other.release(true)
  }
}
