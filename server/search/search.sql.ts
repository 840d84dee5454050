import { sql, type RawBuilder } from 'kysely'
import { keptPlan } from '#server/database/kept-plans.ts'
import type { Db } from '#server/database/schema.ts'
import { pageParts, type CursorPosition, type Ordering, type WithSortKeys } from '#server/database/ordering.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import { mostWorks, tsqueryOf, type SearchPlan } from './query.rules.ts'
import type { Candidate } from './ranking.rules.ts'
import {
  besideIndex,
  byIndex,
  fits,
  hasWords,
  isBesideIndex,
  MOST_CHECKED,
  newestWorks,
} from './works-with-words.sql.ts'

/** Works that are ranked at most: the newest that are for sale, and those whose title begins so. */
export const MOST_RANKED = 200
/** With no more, all their copies are looked at for a page; with more, copies in its order until enough are theirs. */
const FEW_LISTED = 4000
const MOST_BY_TITLE = 40
/** Titles that begin so, of which those with a copy that fits are taken. */
const MOST_LOOKED_AT = 200
const MOST_GONE = 48

const candidate = sql`w.id, w.title_words AS "titleWords", w.author_words AS "authorWords", w.main_title AS "mainTitle",
  w.for_sale AS "forSale", w.is_reserved AS "isReserved", w.newest_at::text AS "newestAt"`

/** The newest works that are ranked, in no order; `filter` is null where nothing is asked of the copies. */
export async function listNewest(db: Db, plan: SearchPlan, filter: CopyFilter | null): Promise<Candidate[]> {
  if (plan.among === 'texts') return listByText(db, plan, filter)
  if (filter && filter.seller !== '') return listOfSeller(db, plan, filter)
  const { from, orderBy } = newestWorks(plan, filter)
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM ${from} WHERE true ${withCopies(filter)} ${orderBy} LIMIT ${MOST_RANKED}`.execute(db)
  return rows
}

/** And those whose title begins so, however old. */
export async function listByTitle(
  db: Db,
  plan: SearchPlan,
  filter: CopyFilter | null,
  title: string,
): Promise<Candidate[]> {
  if (plan.among === 'texts' || (filter && filter.seller !== '')) return []
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM (
      SELECT * FROM (
        SELECT * FROM search.works w
        WHERE w.main_title >= ${title} AND w.main_title < ${`${title}\u{10FFFF}`} AND ${byIndex(plan, filter)} AND w.for_sale > 0
        ORDER BY w.main_title ${isBesideIndex(plan) ? sql`LIMIT ${MOST_CHECKED}` : sql``}
      ) w WHERE true ${besideIndex(plan)} ORDER BY w.main_title LIMIT ${filter ? MOST_LOOKED_AT : MOST_BY_TITLE}
    ) w WHERE true ${withCopies(filter)} LIMIT ${MOST_BY_TITLE}`.execute(db)
  return rows
}

/** Work by work: all copies that fit are read otherwise, however many there are. */
const withCopies = (filter: CopyFilter | null) =>
  filter ? sql`AND EXISTS (SELECT FROM search.books s WHERE s.work_id = w.id AND ${fits(filter)} OFFSET 0)` : sql``

/** By the seller's copies, where these are fewer than the works with the words. */
async function listOfSeller(db: Db, plan: SearchPlan, filter: CopyFilter): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w
    WHERE ${hasWords(plan)} AND w.id IN (SELECT s.work_id FROM search.books s WHERE ${fits(filter)})
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${MOST_RANKED}`.execute(db)
  return rows
}

/** Works with these words of which no copy is for sale. */
export async function listGone(db: Db, plan: SearchPlan): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w WHERE ${hasWords(plan)} AND w.for_sale = 0
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${MOST_GONE}`.execute(db)
  return rows
}

async function listByText(db: Db, plan: SearchPlan, filter: CopyFilter | null): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w WHERE w.id IN (
      SELECT s.work_id FROM search.books s JOIN search.texts t ON t.book_id = s.book_id
      WHERE t.words @@ ${tsqueryOf(plan)}::tsquery AND ${filter ? fits(filter) : sql`s.availability = 0`}
      ORDER BY s.posted_at DESC, s.book_id DESC LIMIT ${MOST_RANKED}
    )`.execute(db)
  return rows
}

/** Works with a copy of this edition; for sale or not. */
export async function listByIsbn(db: Db, isbn: string, filter: CopyFilter | null): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w WHERE w.id IN (
      SELECT s.work_id FROM search.books s WHERE s.isbn = ${isbn} ${filter ? sql`AND ${fits(filter)}` : sql``}
      LIMIT ${MOST_RANKED}
    )`.execute(db)
  return rows
}

/** The copy that stands for a work, and how many fit in all. */
export interface Representative {
  workId: string
  bookId: string
  copies: number
  lowestPrice: number | null
}

/** Copies that a work is counted up to. */
const MOST_COPIES = 200

/**
 * Of each work the newest copy that fits and is for sale in truth, as the books say; where none is, one that is
 * reserved or sold, unless something is asked of the copies.
 */
export async function listRepresentatives(
  db: Db,
  workIds: readonly string[],
  filter: CopyFilter | null,
  among?: RawBuilder<unknown>,
): Promise<Representative[]> {
  const suitable = filter ? fits(filter) : sql`true`
  const counted = filter ? fits(filter) : sql`s.availability = 0`
  const { rows } = await sql<Representative>`
    ${filter || among ? sql`` : keptPlan} SELECT given.id AS "workId", best.book_id AS "bookId", sums.copies, sums.lowest_price AS "lowestPrice"
    FROM unnest(${workIds}::uuid[]) AS given(id)
    CROSS JOIN LATERAL (
      SELECT s.book_id FROM search.books s JOIN books b ON b.id = s.book_id
      WHERE s.work_id = given.id AND ${suitable} ${among ?? sql``} AND b.removed_at IS NULL AND b.taken_down_at IS NULL
        AND CASE WHEN s.availability = 0 THEN b.state = 'unsold' AND NOT b.is_paused ELSE b.state <> 'unsold' END
      ORDER BY s.availability, s.posted_at DESC LIMIT 1
    ) best
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS copies, min(price) AS lowest_price FROM (
        SELECT s.price FROM search.books s WHERE s.work_id = given.id AND ${counted} LIMIT ${MOST_COPIES}
      ) counted
    ) sums`.execute(db)
  return rows
}

/** Only copies of this edition stand for their work. */
export const ofIsbn = (isbn: string) => sql`AND s.isbn = ${isbn}`
/** Only copies with these words do. */
export const withWords = (plan: SearchPlan) =>
  sql`AND EXISTS (
    SELECT FROM search.texts t WHERE t.book_id = s.book_id AND t.words @@ ${tsqueryOf(plan)}::tsquery)`

/** Which copies are meant: those of works with the words, those with the words, an edition's, of some works, or all. */
export type Meant = { plan: SearchPlan } | { isbn: string } | { workIds: readonly string[] } | null

export function source(meant: Meant, filter: CopyFilter): { from: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  if (meant === null) return { from: sql`search.books s`, where: sql`` }
  if ('isbn' in meant) return { from: sql`search.books s`, where: sql`AND s.isbn = ${meant.isbn}` }
  if ('workIds' in meant)
    return { from: sql`search.books s`, where: sql`AND s.work_id = ANY(${meant.workIds}::uuid[])` }
  const { plan } = meant
  // A seller's copies are found by the seller, where these are fewer.
  if (plan.among === 'works' && mostWorks(plan) <= FEW_LISTED && filter.seller === '')
    return {
      from: sql`(SELECT w.id FROM search.works w WHERE ${hasWords(plan, filter)} OFFSET 0) w CROSS JOIN LATERAL (
        SELECT * FROM search.books s WHERE s.work_id = w.id AND s.availability = 0 OFFSET 0) s`,
      where: sql``,
    }
  return plan.among === 'works'
    ? { from: sql`search.books s JOIN search.works w ON w.id = s.work_id`, where: sql`AND ${hasWords(plan, filter)}` }
    : {
        from: sql`search.books s JOIN search.texts t ON t.book_id = s.book_id`,
        where: sql`AND t.words @@ ${tsqueryOf(plan)}::tsquery`,
      }
}

/** A page of copies for sale, each for itself. */
export async function listCopies(
  db: Db,
  { meant, filter }: { meant: Meant; filter: CopyFilter },
  ordering: Ordering,
  limit: number,
  after: CursorPosition | null,
): Promise<WithSortKeys[]> {
  const { from, where } = source(meant, filter)
  const page = pageParts(ordering, sql`s.book_id`, after)
  const { rows } = await sql<WithSortKeys>`
    SELECT s.book_id AS id, ${page.columns} FROM ${from}
    WHERE ${fits(filter)} ${where} ${page.andAfter} ${page.orderBy} LIMIT ${limit + 1}`.execute(db)
  return rows
}
