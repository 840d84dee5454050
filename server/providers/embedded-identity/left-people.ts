import type { Pool } from 'pg'

// Statements for a shop that has left this provider, or is about to: the pool is the shop's own.

/** How many people have each way to sign in, by its id: `credential` for a password, else the slot of a provider. */
export async function countWaysToSignIn(pool: Pool): Promise<{ way: string; people: number }[]> {
  const { rows } = await pool.query<{ way: string; people: number }>(
    `SELECT "providerId" AS way, count(DISTINCT "userId")::int AS people FROM identity.account
     GROUP BY way ORDER BY people DESC, way`,
  )
  return rows
}

/** Removes a person with all that belongs to them; unknown ids are no error. */
export async function removeLeftPerson(pool: Pool, identityId: string): Promise<void> {
  await pool.query(
    `WITH sessions AS (DELETE FROM identity.session WHERE "userId" = $1),
      ways AS (DELETE FROM identity.account WHERE "userId" = $1),
      links AS (DELETE FROM identity.verification WHERE value = $1)
    DELETE FROM identity."user" WHERE id = $1`,
    [identityId],
  )
}
