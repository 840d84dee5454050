import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { openLongSession } from './long-session.ts'

const LOCK = 'SELECT pg_try_advisory_xact_lock($1) AS mine'

/**
 * Whether an address leads to the database that a session is on. Two addresses may well differ (another name of the
 * machine, another user, a pooler) and mean the same, so the server is asked: a lock that one session has is taken for
 * another one in the same database only.
 */
export async function isSameDatabase(session: Client, url: string): Promise<boolean> {
  const key = randomBytes(8).readBigInt64BE().toString()
  const other = await openLongSession(url, 'dogear move')
  try {
    await session.query('BEGIN')
    await session.query(LOCK, [key])
    const { rows } = await other.query<{ mine: boolean }>(LOCK, [key])
    return rows[0]?.mine === false
  } finally {
    await session.query('ROLLBACK')
    await other.end()
  }
}
