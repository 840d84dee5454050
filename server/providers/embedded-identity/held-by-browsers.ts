import type { Pool } from 'pg'

/**
 * What browsers and devices hold for the shop's host name alone: open sessions, and passkeys with the people who have
 * them. The pool is the shop's own.
 */
export async function countHeldByBrowsers(pool: Pool): Promise<{ sessions: number; passkeys: number; people: number }> {
  const { rows } = await pool.query<{ sessions: number; passkeys: number; people: number }>(
    `SELECT (SELECT count(*)::int FROM identity.session WHERE "expiresAt" > now()) AS sessions,
       count(*)::int AS passkeys, count(DISTINCT "userId")::int AS people
     FROM identity.passkey`,
  )
  return rows[0]!
}
