import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** A picture outside the data folder. */
export interface Place {
  id: string
  hash: string
  host: string
  address: string
  /** A move has its files on the disk still to delete. */
  isOnDisk: boolean
}

type NewPlace = Omit<Place, 'id' | 'isOnDisk'> & { removal: string | null }

const columns = sql`id, hash, host, address, is_on_disk AS "isOnDisk"`

/** Where a picture lies that isn't on the disk; null where the shop has none of that hash. */
export async function findPlace(db: Db, hash: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    SELECT ${columns} FROM picture_places WHERE hash = ${hash} AND dropped_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/**
 * Notes where a picture was stored; false where another place is known already. `removal` is sealed.
 */
export async function insertPlace(db: Db, { hash, host, address, removal }: NewPlace, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO picture_places (hash, host, address, removal, stored_at)
    VALUES (${hash}, ${host}, ${address}, ${removal}, ${now})
    ON CONFLICT (hash) WHERE dropped_at IS NULL DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Notes a place that no address leads to, for its picture to be deleted there. */
export async function insertDropped(db: Db, { hash, host, address, removal }: NewPlace, now: Date): Promise<void> {
  await sql`
    INSERT INTO picture_places (hash, host, address, removal, stored_at, dropped_at)
    VALUES (${hash}, ${host}, ${address}, ${removal}, ${now}, ${now})`.execute(db)
}

/** Marks whether the files on the disk of a moved picture are still to be deleted. */
export async function setOnDisk(db: Db, hash: string, isOnDisk: boolean): Promise<void> {
  await sql`UPDATE picture_places SET is_on_disk = ${isOnDisk} WHERE hash = ${hash} AND dropped_at IS NULL`.execute(db)
}

/** Ends a picture's place, which is then to be deleted there. */
export async function dropPlace(db: Db, hash: string, now: Date): Promise<void> {
  await sql`UPDATE picture_places SET dropped_at = ${now} WHERE hash = ${hash} AND dropped_at IS NULL`.execute(db)
}

/** Places of the given hosts that are no longer shown, oldest first. */
export async function listDropped(db: Db, hosts: readonly string[], limit: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT ${columns} FROM picture_places WHERE dropped_at IS NOT NULL AND host = ANY(${hosts}::text[])
    ORDER BY dropped_at, id LIMIT ${limit}`.execute(db)
  return rows
}

/** Places of other hosts than these that are no longer shown: left to a person. `removal` is sealed. */
export async function listLeftBehind(
  db: Db,
  deleting: readonly string[],
  limit: number,
): Promise<{ id: string; host: string; removal: string | null; since: Date }[]> {
  const { rows } = await sql<{ id: string; host: string; removal: string | null; since: Date }>`
    SELECT id, host, removal, dropped_at AS since FROM picture_places
    WHERE dropped_at IS NOT NULL AND host <> ALL(${deleting}::text[])
    ORDER BY dropped_at, id LIMIT ${limit}`.execute(db)
  return rows
}

export async function countLeftBehind(db: Db, deleting: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM picture_places
    WHERE dropped_at IS NOT NULL AND host <> ALL(${deleting}::text[])`.execute(db)
  return rows[0]!.n
}

/** Numbers of shown pictures at each host outside. */
export async function countPlaces(db: Db): Promise<{ host: string; pictures: number }[]> {
  const { rows } = await sql<{ host: string; pictures: number }>`
    SELECT host, count(*)::int AS pictures FROM picture_places WHERE dropped_at IS NULL
    GROUP BY host ORDER BY host`.execute(db)
  return rows
}

/** Forgets a place that is no longer shown; false where there is none such. */
export async function deleteDropped(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM picture_places WHERE id = ${id} AND dropped_at IS NOT NULL`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Whether pictures that are shown lie at hosts other than these. */
export async function hasForeignHosts(db: Db, hosts: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM picture_places WHERE dropped_at IS NULL AND host <> ALL(${hosts}::text[]) LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Whether pictures lie on the disk. */
export async function hasPicturesOnDisk(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM images
    WHERE NOT EXISTS (
      SELECT FROM picture_places p
      WHERE p.hash = split_part(images.url, '/', 3) AND p.dropped_at IS NULL AND NOT p.is_on_disk)
    LIMIT 1`.execute(db)
  return rows.length > 0
}
