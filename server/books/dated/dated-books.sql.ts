import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

const FOR_SALE = sql`b.state = 'unsold' AND b.removed_at IS NULL AND NOT b.is_paused`

/** Where a part of a long list begins: with the book posted then, in microseconds since 1970, and of those with this one. */
export interface PartStart {
  postedAt: string
  id: string
}
/** Of a list in parts; the last one has no end. */
export interface PartBounds<Start> {
  start: Start
  end: Start | null
}
const FIRST: PartStart = { postedAt: '0', id: '00000000-0000-0000-0000-000000000000' }

const instantOf = ({ postedAt }: PartStart) =>
  sql`('epoch'::timestamptz + ${postedAt}::bigint * interval '1 microsecond')`
const microseconds = sql`(extract(epoch FROM b.created_at) * 1000000)::bigint::text`

export interface DatedBook {
  id: string
  title: string
  changedAt: Date
}

/** The books for sale from one on, the oldest first, until where the next part begins. */
export async function listDatedRows(
  db: Db,
  { start, end }: PartBounds<PartStart>,
  limit: number,
): Promise<DatedBook[]> {
  const { rows } = await sql<DatedBook>`
    SELECT b.id, b.title, coalesce(b.changed_at, b.created_at) AS "changedAt" FROM books b
    WHERE ${FOR_SALE} AND (b.created_at, b.id) >= (${instantOf(start)}, ${start.id}::uuid)
      ${end ? sql`AND (b.created_at, b.id) < (${instantOf(end)}, ${end.id}::uuid)` : sql``}
    ORDER BY b.created_at, b.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Where so many books from one on begin, when the last of them changed, and where the next ones begin. */
export async function findDatedPart(
  db: Db,
  from: PartStart | null,
  size: number,
): Promise<{ start: PartStart | null; changedAt: Date | null; next: PartStart | null }> {
  const start = from ?? FIRST
  const { rows } = await sql<PartStart & { changedAt: Date; isNext: boolean }>`
    SELECT id, "postedAt", nth > ${size} AS "isNext", max(changed) OVER () AS "changedAt" FROM (
      SELECT b.id, ${microseconds} AS "postedAt", coalesce(b.changed_at, b.created_at) AS changed,
        row_number() OVER (ORDER BY b.created_at, b.id) AS nth
      FROM books b WHERE ${FOR_SALE} AND (b.created_at, b.id) >= (${instantOf(start)}, ${start.id}::uuid)
      ORDER BY b.created_at, b.id LIMIT ${size + 1}
    ) part ORDER BY nth <> 1, nth DESC LIMIT 2`.execute(db)
  const [first, last] = rows
  const placeOf = ({ id, postedAt }: PartStart) => ({ id, postedAt })
  return {
    start: first ? placeOf(first) : null,
    changedAt: first?.changedAt ?? null,
    next: last?.isNext ? placeOf(last) : null,
  }
}

export interface DatedSeller {
  id: string
  /** When their newest book for sale was listed. */
  changedAt: Date
}

/** Who has something for sale, from an account on, until where the next part begins. */
export async function listDatedSellers(
  db: Db,
  { start, end }: PartBounds<string>,
  limit: number,
): Promise<DatedSeller[]> {
  const { rows } = await sql<DatedSeller>`
    SELECT a.id, newest.created_at AS "changedAt" FROM accounts a CROSS JOIN LATERAL (
      SELECT b.created_at FROM books b WHERE b.seller_id = a.id AND ${FOR_SALE} ORDER BY b.created_at DESC LIMIT 1
    ) newest
    WHERE a.id >= ${start}::uuid ${end ? sql`AND a.id < ${end}::uuid` : sql``} ORDER BY a.id LIMIT ${limit}`.execute(db)
  return rows
}
