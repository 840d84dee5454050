import type { Pool } from 'pg'
import type { Proof } from '#server/ports/identity.ts'

// What better-auth's own adapter can't say in one statement. The pool's search_path is the schema `identity`.

/** Ends a person's sessions, but for the one given. */
export async function endSessions(pool: Pool, userId: string, exceptToken: string | null = null): Promise<void> {
  await pool.query('DELETE FROM session WHERE "userId" = $1 AND token IS DISTINCT FROM $2', [userId, exceptToken])
}

/** Makes the links worthless that were mailed to a person and not used yet. */
export async function forgetLinks(pool: Pool, userId: string): Promise<void> {
  await pool.query('DELETE FROM verification WHERE value = $1', [userId])
}

/** Whether somebody can sign in by an email that nobody has verified yet. */
export async function hasFirstComer(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(
    'SELECT FROM "user" u WHERE id = $1 AND NOT "emailVerified" AND EXISTS (SELECT FROM account WHERE "userId" = u.id)',
    [userId],
  )
  return rows.length > 0
}

/** Takes away, at once, all that an unverified email's first comer has: every way to sign in, sessions, name and photo. */
export async function dropFirstComer(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    `WITH person AS (UPDATE "user" SET name = '', image = NULL WHERE id = $1 AND NOT "emailVerified" RETURNING id),
      ways AS (DELETE FROM account WHERE "userId" IN (SELECT id FROM person))
    DELETE FROM session WHERE "userId" IN (SELECT id FROM person)`,
    [userId],
  )
}

/** Takes a person's password away, together with the name and photo that came with it. */
export async function dropUnprovenClaim(
  pool: Pool,
  userId: string,
  profile: { name: string; photoUrl: string | null },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE "user" SET name = $2, image = $3 WHERE id = $1 AND NOT "emailVerified"',
    [userId, profile.name, profile.photoUrl],
  )
  if (rowCount === 0) return false
  await pool.query('DELETE FROM account WHERE "userId" = $1', [userId])
  await endSessions(pool, userId)
  await forgetLinks(pool, userId)
  return true
}

/** Whether a person's session is open; also when the person is gone, which is for the accounts to judge. */
export async function isSignedIn(
  pool: Pool,
  { identityId, sessionId }: Pick<Proof, 'identityId' | 'sessionId'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ stands: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM "user" WHERE id = $1)
         OR EXISTS (SELECT FROM session WHERE id = $2 AND "userId" = $1) AS stands`,
    [identityId, sessionId],
  )
  return rows[0]?.stands === true
}

/** A person's email and the hash of their password; null for somebody who has none. */
export async function findPassword(pool: Pool, userId: string): Promise<{ email: string; hash: string } | null> {
  const { rows } = await pool.query<{ email: string; hash: string }>(
    `SELECT u.email, a.password AS hash FROM "user" u JOIN account a ON a."userId" = u.id
     WHERE u.id = $1 AND a."providerId" = 'credential' AND a.password IS NOT NULL`,
    [userId],
  )
  return rows[0] ?? null
}

/** Deletes what has expired; run at each start. */
export async function sweep(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM session WHERE "expiresAt" < now()')
  await pool.query('DELETE FROM verification WHERE "expiresAt" < now()')
}
