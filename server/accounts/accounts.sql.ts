import { sql } from 'kysely'
import { bookedJob } from '#server/database/add-job.ts'
import type { Db } from '#server/database/schema.ts'

export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await sql`UPDATE accounts SET name = ${name} WHERE id = ${id} AND closed_at IS NULL`.execute(db)
}

export async function updateTimeZone(db: Db, id: string, timeZone: string): Promise<void> {
  await sql`UPDATE accounts SET time_zone = ${timeZone} WHERE id = ${id} AND closed_at IS NULL`.execute(db)
}

/**
 * Updates name, photo and verification from the identity provider, as far as given. Ignores an empty name. A suspended
 * account stays signed in there, but keeps its public name and photo. Returns the account's id where this has confirmed its
 * email, and books the sending of the question that waited for it. Two updates at once may both return it: a question is
 * sent once.
 */
export async function updateProfile(
  db: Db,
  profile: { identityId: string; name?: string; photoUrl?: string | null; emailVerified: boolean },
): Promise<string | null> {
  const { identityId, name = '', photoUrl, emailVerified } = profile
  const photo = photoUrl === undefined ? sql`a.photo_url` : sql`${photoUrl}`
  const { rows } = await sql<{ id: string }>`
    WITH before AS (
      SELECT id, email_verified FROM accounts WHERE identity_id = ${identityId} AND closed_at IS NULL
    ), changed AS (
      UPDATE accounts a SET email_verified = ${emailVerified},
        name = CASE WHEN a.suspended_at IS NULL THEN coalesce(nullif(${name}, ''), a.name) ELSE a.name END,
        photo_url = CASE WHEN a.suspended_at IS NULL THEN ${photo} ELSE a.photo_url END
      FROM before WHERE a.id = before.id
      RETURNING a.id, a.email_verified AND NOT before.email_verified AS is_confirmed
    ), booked AS (
      SELECT id, ${bookedJob('send_waiting_question', sql`json_build_object('accountId', id)`)} AS job
      FROM changed WHERE is_confirmed
    )
    SELECT id FROM booked WHERE (job).id > 0`.execute(db)
  return rows[0]?.id ?? null
}

/** Deletes the ban of an address; false when there was none. */
export async function deleteClosedAddress(db: Db, addressHash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM closed_addresses WHERE address_hash = ${addressHash}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

export async function isClosedAddress(db: Db, addressHash: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM closed_addresses WHERE address_hash = ${addressHash}`.execute(db)
  return rows.length > 0
}
