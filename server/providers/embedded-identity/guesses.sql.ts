import type { Pool } from 'pg'

/** Token bucket: `burst` guesses at once, and another every so many seconds. */
export interface Budget {
  key: string
  burst: number
  everySeconds: number
}

/** `used`: guesses of the burst used by now, including this one. `waitMs`: until the next one. */
export type Taken = { isTaken: true; used: number } | { isTaken: false; waitMs: number }

export const GUESSES_TABLE = `CREATE TABLE IF NOT EXISTS guesses (key text PRIMARY KEY, whole_again_at timestamptz NOT NULL)`

/**
 * Takes a guess from a token bucket, stored as the time at which it is full again: each guess moves it later, up to a
 * limit. In the database, so that all instances count together and a restart resets nothing.
 */
export async function takeGuess(pool: Pool, { key, burst, everySeconds }: Budget, now: Date): Promise<Taken> {
  const { rows } = await pool.query<{ until: Date }>(
    `INSERT INTO guesses AS g (key, whole_again_at) VALUES ($1, $2::timestamptz + make_interval(secs => $3::float8))
    ON CONFLICT (key) DO UPDATE SET whole_again_at = greatest(g.whole_again_at, $2) + make_interval(secs => $3::float8)
    WHERE g.whole_again_at <= $2::timestamptz + make_interval(secs => $3::float8 * ($4::float8 - 1))
    RETURNING whole_again_at AS until`,
    [key, now, everySeconds, burst],
  )
  const ahead = (until: Date | undefined) => ((until?.getTime() ?? 0) - now.getTime()) / 1000
  if (rows[0]) return { isTaken: true, used: Math.ceil(ahead(rows[0].until) / everySeconds) }
  const present = await pool.query<{ until: Date }>('SELECT whole_again_at AS until FROM guesses WHERE key = $1', [key])
  const seconds = ahead(present.rows[0]?.until) - everySeconds * (burst - 1)
  return { isTaken: false, waitMs: Math.max(1, Math.ceil(seconds * 1000)) }
}

/** Returns guesses that were right, or never made. */
export async function returnGuesses(pool: Pool, budgets: readonly Budget[]): Promise<void> {
  for (const { key, everySeconds } of budgets) {
    await pool.query(
      'UPDATE guesses SET whole_again_at = whole_again_at - make_interval(secs => $2::float8) WHERE key = $1',
      [key, everySeconds],
    )
  }
}

/** Deletes the budgets that are full again. */
export async function deleteFullBudgets(pool: Pool, now: Date): Promise<void> {
  await pool.query('DELETE FROM guesses WHERE whole_again_at <= $1', [now])
}
