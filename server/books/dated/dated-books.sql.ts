import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'

const FOR_SALE = sql`b.state = 'unsold' AND b.removed_at IS NULL AND NOT b.is_paused`

/** Start of a part of a long list: the time of a book, in microseconds since 1970, and its id as the tie-breaker. */
export interface PartStart {
  postedAt: string
  id: string
}
/** Bounds of a part; the last part has no end. */
export interface PartBounds {
  start: PartStart
  end: PartStart | null
}

export const instantOf = ({ postedAt }: Pick<PartStart, 'postedAt'>) =>
  sql`('epoch'::timestamptz + ${postedAt}::bigint * interval '1 microsecond')`
export const microsecondsOf = (instant: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${instant}) * 1000000)::bigint::text`
const changed = sql`coalesce(b.changed_at, b.created_at)`

export interface DatedBook {
  id: string
  title: string
  changedAt: Date
}

const inPart = ({ start, end }: PartBounds) => sql`
  ${FOR_SALE} AND (b.created_at, b.id) >= (${instantOf(start)}, ${start.id}::uuid)
  ${end ? sql`AND (b.created_at, b.id) < (${instantOf(end)}, ${end.id}::uuid)` : sql``}`

/** The books for sale of a part, the oldest first. */
export async function listDatedRows(db: Db, part: PartBounds, limit: number): Promise<DatedBook[]> {
  const { rows } = await sql<DatedBook>`
    SELECT b.id, b.title, ${changed} AS "changedAt" FROM books b
    WHERE ${inPart(part)} ORDER BY b.created_at, b.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Number of entries in a part, and its latest change. */
export interface PartSize {
  entries: number
  changedAt: Date | null
}

/** Counts a part's entries, up to `limit`. */
export async function sizeOfBooks(db: Db, part: PartBounds, limit: number): Promise<PartSize> {
  const { rows } = await sql<PartSize>`
    SELECT count(*)::int AS entries, max(changed) AS "changedAt" FROM (
      SELECT ${changed} AS changed FROM books b WHERE ${inPart(part)} ORDER BY b.created_at, b.id LIMIT ${limit}
    ) part`.execute(db)
  return rows[0]!
}

/** The book of a part after this many entries. */
export async function findBookAfter(db: Db, part: PartBounds, entries: number): Promise<PartStart | null> {
  const { rows } = await sql<PartStart>`
    SELECT b.id, ${microsecondsOf(sql`b.created_at`)} AS "postedAt" FROM books b
    WHERE ${inPart(part)} ORDER BY b.created_at, b.id OFFSET ${entries} LIMIT 1`.execute(db)
  return rows[0] ?? null
}

export interface DatedSeller {
  id: string
  /** Listing time of the seller's newest book for sale. */
  changedAt: Date
}

/** Sellers with something for sale, by id: a loose index scan, one look at the index for each. */
export async function listDatedSellers(db: Db, { start, end }: PartBounds, limit: number): Promise<DatedSeller[]> {
  const newest = sql`ORDER BY b.seller_id, b.created_at DESC, b.id DESC LIMIT 1`
  const until = end ? sql`AND b.seller_id < ${end.id}::uuid` : sql``
  const { rows } = await sql<DatedSeller>`
    WITH RECURSIVE seller AS (
      (SELECT b.seller_id, b.created_at FROM books b WHERE ${FOR_SALE} AND b.seller_id >= ${start.id}::uuid ${until} ${newest})
      UNION ALL
      SELECT next.seller_id, next.created_at FROM seller CROSS JOIN LATERAL (
        SELECT b.seller_id, b.created_at FROM books b
        WHERE ${FOR_SALE} AND b.seller_id > seller.seller_id ${until} ${newest}
      ) next
    ) SELECT seller_id AS id, created_at AS "changedAt" FROM seller LIMIT ${limit}`.execute(db)
  return rows
}
