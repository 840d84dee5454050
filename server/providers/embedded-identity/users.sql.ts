import type { Pool } from 'pg'
import type { Proof } from '#server/ports/identity.ts'

// Statements beyond better-auth's own adapter. The pool's search_path is the schema `identity`.

/** Ends a person's sessions except the given one. */
export async function endSessions(pool: Pool, userId: string, exceptToken: string | null = null): Promise<void> {
  await pool.query('DELETE FROM session WHERE "userId" = $1 AND token IS DISTINCT FROM $2', [userId, exceptToken])
}

/** Revokes the unused links mailed to a person. */
export async function revokeLinks(pool: Pool, userId: string): Promise<void> {
  await pool.query('DELETE FROM verification WHERE value = $1', [userId])
}

/** Notes that somebody typed an unconfirmed email who didn't have the password of its sign-up. */
export async function markTypedAgain(pool: Pool, email: string): Promise<void> {
  await pool.query(
    `UPDATE "user" SET "typedAgain" = true WHERE email = $1 AND NOT "emailVerified" AND "typedAgain" IS NOT TRUE`,
    [email],
  )
}

/** Whether an unconfirmed email was typed at its sign-up alone, which chose a password and no other way in. */
export async function isTypedOnce(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM "user" WHERE id = $1 AND NOT "emailVerified" AND "typedAgain" IS NOT TRUE
       AND (SELECT array_agg("providerId") FROM account WHERE "userId" = $1) = ARRAY['credential']`,
    [userId],
  )
  return rows.length > 0
}

/** Whether an email was confirmed in another browser than its sign-up's, and its reader hasn't signed in since. */
export async function isConfirmedElsewhere(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT FROM "user" WHERE id = $1 AND "confirmedElsewhere"', [userId])
  return rows.length > 0
}

/** Notes that the person who signs in is known to read the email's mail. */
export async function markMailboxProven(pool: Pool, userId: string): Promise<void> {
  await pool.query('UPDATE "user" SET "confirmedElsewhere" = false WHERE id = $1 AND "confirmedElsewhere"', [userId])
}

/** Whether an email has a sign-in method of somebody who isn't known to read its mail. */
export async function hasUnverifiedOwner(pool: Pool, userId: string, evenConfirmed: boolean): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM "user" u WHERE id = $1 AND (NOT "emailVerified" OR $2 AND "confirmedElsewhere")
       AND EXISTS (SELECT FROM account WHERE "userId" = u.id)`,
    [userId, evenConfirmed],
  )
  return rows.length > 0
}

/** Revokes an unverified owner in one statement: sign-in methods, sessions, name and photo. */
export async function dropUnverifiedOwner(pool: Pool, userId: string, evenConfirmed: boolean): Promise<void> {
  await pool.query(
    `WITH person AS (
       UPDATE "user" SET name = '', image = NULL
       WHERE id = $1 AND (NOT "emailVerified" OR $2 AND "confirmedElsewhere") RETURNING id),
      ways AS (DELETE FROM account WHERE "userId" IN (SELECT id FROM person))
    DELETE FROM session WHERE "userId" IN (SELECT id FROM person)`,
    [userId, evenConfirmed],
  )
}

/**
 * Ends every way in of somebody who isn't known to read the email's mail: passwords, linked sign-ins, sessions and mailed
 * links. False where the person is known to.
 */
export async function dropUnprovenWays(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE "user" SET "confirmedElsewhere" = false
     WHERE id = $1 AND (NOT "emailVerified" OR "confirmedElsewhere")`,
    [userId],
  )
  if (rowCount === 0) return false
  await pool.query('DELETE FROM account WHERE "userId" = $1', [userId])
  await endSessions(pool, userId)
  await revokeLinks(pool, userId)
  return true
}

/** The same when a provider vouches for the email; its name and photo take the place of those from the sign-up. */
export async function dropUnprovenClaim(
  pool: Pool,
  userId: string,
  profile: { name: string; photoUrl: string | null },
): Promise<boolean> {
  await pool.query(
    `UPDATE "user" SET name = coalesce(nullif($2, ''), name), image = coalesce($3, image)
     WHERE id = $1 AND NOT "emailVerified"`,
    [userId, profile.name, profile.photoUrl],
  )
  return dropUnprovenWays(pool, userId)
}

/** Whether a person's session is open; true as well when the person is gone, which the accounts judge. */
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

/** Whom an email about a person's account goes to; null for unknown ones. */
export async function findUser(
  pool: Pool,
  userId: string,
): Promise<{ id: string; email: string; name: string } | null> {
  const { rows } = await pool.query<{ id: string; email: string; name: string }>(
    'SELECT id, email, name FROM "user" WHERE id = $1',
    [userId],
  )
  return rows[0] ?? null
}

/** Email and password hash of a person; null without a password. */
export async function findPassword(pool: Pool, userId: string): Promise<{ email: string; hash: string } | null> {
  const { rows } = await pool.query<{ email: string; hash: string }>(
    `SELECT u.email, a.password AS hash FROM "user" u JOIN account a ON a."userId" = u.id
     WHERE u.id = $1 AND a."providerId" = 'credential' AND a.password IS NOT NULL`,
    [userId],
  )
  return rows[0] ?? null
}

/** Deletes what has expired, and sessions of sign-ins before a moment; runs at each start. */
export async function sweep(pool: Pool, signedInSince: Date | null = null): Promise<void> {
  await pool.query('DELETE FROM session WHERE "expiresAt" < now() OR "createdAt" < $1', [signedInSince])
  await pool.query('DELETE FROM verification WHERE "expiresAt" < now()')
}
