import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await sql`UPDATE accounts SET name = ${name} WHERE id = ${id} AND closed_at IS NULL`.execute(db)
}

export async function updateTimeZone(db: Db, id: string, timeZone: string): Promise<void> {
  await sql`UPDATE accounts SET time_zone = ${timeZone} WHERE id = ${id} AND closed_at IS NULL`.execute(db)
}

/**
 * Updates name, photo and verification from the identity provider, as far as given. Ignores an empty name. A suspended
 * account stays signed in there, but keeps its public name and photo.
 */
export async function updateProfile(
  db: Db,
  profile: { identityId: string; name?: string; photoUrl?: string | null; emailVerified: boolean },
): Promise<void> {
  const { identityId, name = '', photoUrl, emailVerified } = profile
  const photo = photoUrl === undefined ? sql`photo_url` : sql`${photoUrl}`
  await sql`
    UPDATE accounts SET email_verified = ${emailVerified},
      name = CASE WHEN suspended_at IS NULL THEN coalesce(nullif(${name}, ''), name) ELSE name END,
      photo_url = CASE WHEN suspended_at IS NULL THEN ${photo} ELSE photo_url END
    WHERE identity_id = ${identityId} AND closed_at IS NULL`.execute(db)
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
