import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

export async function updateName(db: Db, id: string, name: string): Promise<void> {
  await sql`UPDATE accounts SET name = ${name} WHERE id = ${id} AND closed_at IS NULL`.execute(db)
}

/**
 * What the identity provider says of a person, where it differs. An empty name there says nothing. Who is suspended is
 * still signed in there, and keeps the name and photo that others know.
 */
export async function updateProfile(
  db: Db,
  profile: { identityId: string; name: string; photoUrl: string | null; emailVerified: boolean },
): Promise<void> {
  await sql`
    UPDATE accounts SET email_verified = ${profile.emailVerified},
      name = CASE WHEN suspended_at IS NULL THEN coalesce(nullif(${profile.name}, ''), name) ELSE name END,
      photo_url = CASE WHEN suspended_at IS NULL THEN ${profile.photoUrl} ELSE photo_url END
    WHERE identity_id = ${profile.identityId} AND closed_at IS NULL`.execute(db)
}

/** False when it was not there. */
export async function deleteClosedAddress(db: Db, addressHash: string): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM closed_addresses WHERE address_hash = ${addressHash}`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

export async function isClosedAddress(db: Db, addressHash: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM closed_addresses WHERE address_hash = ${addressHash}`.execute(db)
  return rows.length > 0
}
