import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { reach } from '../migrate.ts'
import { openPool } from '../open-pool.ts'
import { OperatorError } from '../operator-error.ts'

/** PostgreSQL delivers within milliseconds; only an engine that doesn't is waited for. */
const HEARD_WITHIN_MS = 10_000

/**
 * Refuses (OperatorError) a server that speaks PostgreSQL's language and doesn't keep what the shop depends on: locks
 * between sessions, notifications, triggers at the end of a transaction. Goes by what it does, not by its name. The pool
 * needs two connections, each a session of its own. A notification is waited for so many milliseconds.
 */
export async function requireEngine(pool: Pool, heardWithinMs = HEARD_WITHIN_MS): Promise<void> {
  await withTwo(pool, pool, async (one, other) => {
    const { rows } = await one.query<{ version: string }>('SELECT version() AS version')
    const lacks = await whatLacks(one, other, heardWithinMs)
    if (lacks)
      throw new OperatorError(
        `The database (${rows[0]?.version}) ${lacks}. Without that two buyers could be sold one copy, and pages be old; take PostgreSQL itself, or an engine that docs/scaling.md names.`,
      )
  })
}

async function whatLacks(one: PoolClient, other: PoolClient, heardWithinMs: number): Promise<string | null> {
  if (!(await isLockedOut(one, other, ['pg_try_advisory_xact_lock', 'pg_try_advisory_lock'])))
    return 'gives an advisory lock to one session while another has it'
  if (!(await isHeard(one, other, heardWithinMs)))
    return 'delivers no notification (LISTEN, NOTIFY) from one session to another'
  if (!(await defersTriggers(one))) return 'doesn’t run a deferred trigger at the end of its transaction'
  return null
}

/** Refuses (OperatorError) a pooler that leads to another database than `pool`, which reaches it directly. */
export async function requireSameDatabase(pool: Pool, pooler: string): Promise<void> {
  const through = openPool(pooler, { name: 'dogear', max: 1, pooler })
  try {
    await withTwo(pool, through, async (direct, pooled) => {
      const isSame = await isLockedOut(direct, pooled, ['pg_try_advisory_xact_lock'])
      if (!isSame || !(await isHeard(direct, pooled)))
        throw new OperatorError(
          'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases; the first goes through the pooler, and the second to the same database on the server itself.',
        )
    })
  } finally {
    await through.end()
  }
}

async function withTwo(first: Pool, second: Pool, work: (one: PoolClient, other: PoolClient) => Promise<void>) {
  const one = await reach(first)
  try {
    const other = await reach(second)
    await work(one, other).finally(() => other.release(true))
  } finally {
    // Takes locks and listening with it.
    one.release(true)
  }
}

/** Whether a lock of one session keeps another out, by each of these functions. */
async function isLockedOut(one: PoolClient, other: PoolClient, tries: readonly string[]): Promise<boolean> {
  const lock = randomInt(2 ** 47)
  await one.query('SELECT pg_advisory_lock($1)', [lock])
  for (const name of tries) {
    const { rows } = await other.query<{ mine: boolean }>(`SELECT ${name}($1) AS mine`, [lock])
    if (rows[0]?.mine !== false) return false
  }
  return true
}

async function isHeard(one: PoolClient, other: PoolClient, withinMs = HEARD_WITHIN_MS): Promise<boolean> {
  const channel = `dogear_${randomInt(2 ** 47)}`
  const over = new AbortController()
  const heard = new Promise<boolean>((resolve) => one.once('notification', () => resolve(true)))
  try {
    await one.query(`LISTEN ${channel}`)
    await other.query('SELECT pg_notify($1, $2)', [channel, ''])
    const late = sleep(withinMs, false, { signal: over.signal })
    // Aborted when it is heard first.
    late.catch(() => {})
    return await Promise.race([heard, late])
  } finally {
    over.abort()
  }
}

const MAKE_TRIGGER = `
CREATE TEMPORARY TABLE dogear_written (n int);
CREATE TEMPORARY TABLE dogear_ran (n int);
CREATE FUNCTION pg_temp.dogear_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pg_temp.dogear_ran VALUES (NEW.n);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER note AFTER INSERT ON pg_temp.dogear_written DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION pg_temp.dogear_note();
INSERT INTO pg_temp.dogear_written VALUES (1)`
/** Of a user without the right to make temporary tables. */
const MAY_NOT = '42501'
const IS_READ_ONLY = '25006'

async function defersTriggers(client: PoolClient): Promise<boolean> {
  const count = async () => (await client.query('SELECT FROM pg_temp.dogear_ran')).rowCount
  await client.query('BEGIN')
  try {
    await client.query(MAKE_TRIGGER)
    const before = await count()
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    return before === 0 && (await count()) === 1
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === IS_READ_ONLY) throw error
    return code === MAY_NOT
  } finally {
    await client.query('ROLLBACK').catch(() => {})
  }
}
