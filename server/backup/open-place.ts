import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Config } from '#server/config.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { startEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { openLongSession } from './long-session.ts'

export type Place = Config['database']

/** Opens a session on a place's database; an embedded one runs for as long as the work takes. */
export async function fromPlace<T>(
  dataDir: string,
  place: Place,
  say: (line: string) => void,
  work: (session: Client, url: string) => Promise<T>,
  program = 'npm run move',
): Promise<T> {
  // Refuses by itself, naming the owner, where a shop runs.
  const server =
    place.kind === 'server'
      ? { url: place.url, stop: async () => {} }
      : await startEmbeddedDatabase({ dataDir, program, log: say })
  try {
    const session = await openLongSession(server.url, 'dogear move')
    try {
      return await work(session, server.url)
    } finally {
      await session.end()
    }
  } finally {
    await server.stop()
  }
}

const LOCK = 'SELECT pg_try_advisory_xact_lock($1) AS mine'

/**
 * Whether two sessions are on the same database. Different addresses may mean the same one (another host name, user or
 * pooler), so an advisory lock decides: it conflicts within a database only.
 */
export async function isSameDatabase(session: Client, other: Client): Promise<boolean> {
  const key = randomBytes(8).readBigInt64BE().toString()
  await session.query('BEGIN')
  try {
    await session.query(LOCK, [key])
    const { rows } = await other.query<{ mine: boolean }>(LOCK, [key])
    return rows[0]?.mine === false
  } finally {
    await session.query('ROLLBACK')
  }
}

const GRACE_MS = 1000

/**
 * Refuses a database that a shop or tool is using (OperatorError). One that starts later waits until this session ends,
 * and then reads the mark. `graceMs`: how long one that is closing may take.
 */
export async function refuseOpenShop(session: Client, graceMs = GRACE_MS): Promise<void> {
  // The server may take a moment to end the sessions of a shop that has just closed.
  for (const deadline = Date.now() + graceMs; !(await isAlone(session)); await sleep(100))
    if (Date.now() > deadline)
      throw new OperatorError(
        'A shop, or one of its tools, is working on this database; stop it first, or what it writes meanwhile would stay behind. Nothing was changed.',
      )
}

async function isAlone(session: Client): Promise<boolean> {
  const { rows } = await session.query<{ isAlone: boolean }>(
    `SELECT pg_try_advisory_lock($1) AND NOT EXISTS (
       SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'dogear%') AS "isAlone"`,
    [ADVISORY_LOCKS.MIGRATING],
  )
  return rows[0]!.isAlone
}
