import type { Pool } from 'pg'
import type { OpenSession } from '#server/ports/identity.ts'

// Sessions that a person may see and end. The pool's search_path is the schema `identity`.

/** Limit of listed sessions; more are ended together. */
const MOST_LISTED = 50

/** Open sessions of a person, the latest sign-in first. */
export async function listSessions(pool: Pool, userId: string): Promise<OpenSession[]> {
  const { rows } = await pool.query<OpenSession>(
    `SELECT id, "createdAt" AS "signedInAt", coalesce("userAgent", '') AS "userAgent",
       coalesce("ipAddress", '') AS "clientAddress"
     FROM session WHERE "userId" = $1 AND "expiresAt" > now()
     ORDER BY "createdAt" DESC, id LIMIT ${MOST_LISTED}`,
    [userId],
  )
  return rows
}

/** Ends a session of a person. */
export async function endSession(pool: Pool, userId: string, sessionId: string): Promise<void> {
  await pool.query('DELETE FROM session WHERE "userId" = $1 AND id = $2', [userId, sessionId])
}

/** Ends all sessions of a person except one. */
export async function endOtherSessions(pool: Pool, userId: string, keptId: string): Promise<void> {
  await pool.query('DELETE FROM session WHERE "userId" = $1 AND id <> $2', [userId, keptId])
}
