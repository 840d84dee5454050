import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { IsUnused } from './images.public.ts'

/** Counts an account's uploads since a moment, failed ones included. */
export async function countTriesSince(db: Db, ownerId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    SELECT count(*)::int AS tries FROM image_tries WHERE owner_id = ${ownerId} AND tried_at > ${since}`.execute(db)
  return rows[0]!.tries
}

export async function insertTry(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await sql`INSERT INTO image_tries (owner_id, tried_at) VALUES (${ownerId}, ${now})`.execute(tx)
}

export async function deleteTriesBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM image_tries WHERE tried_at < ${before}`.execute(db)
}

/** An advisory lock's first number, any constant of our own; the second is the picture's. */
const IMAGE_LOCK = 401_071_017

/** Locks a picture of any owner until the transaction ends: against an upload and a removal at once. */
export async function lockImage(tx: Tx, url: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${IMAGE_LOCK}::int, hashtext(${url}))`.execute(tx)
}

/** The same picture again by the same owner counts as uploaded now. */
export async function insertImage(tx: Tx, url: string, ownerId: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO images (url, owner_id, uploaded_at) VALUES (${url}, ${ownerId}, ${now})
    ON CONFLICT (url, owner_id) DO UPDATE SET uploaded_at = excluded.uploaded_at, is_leaving = false`.execute(tx)
}

const isOlderThan = (moment: Date | 'infinity') =>
  sql`i.uploaded_at < ${moment} AND (i.reserved_at IS NULL OR i.reserved_at < ${moment})`

export interface Upload {
  url: string
  ownerId: string
}

/** Uploads that came, and were last reserved, before a moment, and that nothing shows; oldest first. */
export async function listUnusedUploads(db: Db, isUnused: IsUnused, before: Date, limit: number): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    SELECT i.url, i.owner_id AS "ownerId" FROM images i WHERE ${isOlderThan(before)} AND ${isUnused}
    ORDER BY i.uploaded_at LIMIT ${limit}`.execute(db)
  return rows
}

export async function listUploadsOf(db: Db, accountIds: string[]): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    SELECT url, owner_id AS "ownerId" FROM images WHERE owner_id = ANY(${accountIds}::uuid[])`.execute(db)
  return rows
}

/**
 * Marks an upload as leaving, in one statement that checks it again; false when it is gone or in use by now, or while a
 * backup holds pictures. A concurrent reservation comes either before, and the upload stays, or after, and finds it
 * missing; a concurrent backup sees it as leaving.
 */
export async function markLeaving(
  db: Db,
  { url, ownerId }: Upload,
  isUnused: IsUnused,
  before: Date | 'infinity',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE images i SET is_leaving = true
    WHERE i.url = ${url} AND i.owner_id = ${ownerId} AND ${isOlderThan(before)} AND ${isUnused}
      AND pg_try_advisory_xact_lock(${ADVISORY_LOCKS.PICTURES_STAY})`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Checks that an upload is still marked as leaving; null where it is gone, or was uploaded again. */
export async function isStillLeaving(tx: Tx, { url, ownerId }: Upload): Promise<{ hasOtherOwners: boolean } | null> {
  const { rows } = await sql<{ hasOtherOwners: boolean }>`
    SELECT EXISTS (SELECT 1 FROM images o WHERE o.url = i.url AND o.owner_id <> i.owner_id) AS "hasOtherOwners"
    FROM images i WHERE i.url = ${url} AND i.owner_id = ${ownerId} AND i.is_leaving`.execute(tx)
  return rows[0] ?? null
}

/** Whether a backup copies pictures at this moment, which therefore stay. */
export async function doPicturesStay(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean
  }>`SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.PICTURES_STAY}) AS free`.execute(db)
  return rows[0]?.free !== true
}

export async function deleteUpload(db: Db, { url, ownerId }: Upload): Promise<void> {
  await sql`DELETE FROM images WHERE url = ${url} AND owner_id = ${ownerId}`.execute(db)
}
