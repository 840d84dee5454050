import type { Pool } from 'pg'
import type { OpenSession } from '#server/ports/identity.ts'

// What a person may know of their own sessions, and end. The pool's search_path is the schema `identity`.

/** More than these nobody looks through; they are ended together. */
const MOST_LISTED = 50

/** A person's open sessions, the latest sign-in first. */
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

/** Ends one of a person's sessions. */
export async function endSession(pool: Pool, userId: string, sessionId: string): Promise<void> {
  await pool.query('DELETE FROM session WHERE "userId" = $1 AND id = $2', [userId, sessionId])
}

/** Ends all of them but one. */
export async function endOtherSessions(pool: Pool, userId: string, keptId: string): Promise<void> {
  await pool.query('DELETE FROM session WHERE "userId" = $1 AND id <> $2', [userId, keptId])
}
