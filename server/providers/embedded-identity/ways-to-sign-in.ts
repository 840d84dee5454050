import type { Pool } from 'pg'

/** How many people have each way to sign in, by its id: `credential` for a password, else the slot of a provider. */
export async function countWaysToSignIn(pool: Pool): Promise<{ way: string; people: number }[]> {
  const { rows } = await pool.query<{ way: string; people: number }>(
    `SELECT "providerId" AS way, count(DISTINCT "userId")::int AS people FROM identity.account
     GROUP BY way ORDER BY people DESC, way`,
  )
  return rows
}
