import { sql, type RawBuilder } from 'kysely'
import { preparedStatement } from '#server/database/prepared-statements.ts'
import type { Db } from '#server/database/schema.ts'
import { pageParts, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import { mostWorks, tsqueryOf, type SearchPlan } from './query.rules.ts'
import type { Candidate } from './ranking.rules.ts'
import {
  besideIndex,
  byFacts,
  copyConditions,
  hasWords,
  isBesideIndex,
  MOST_CHECKED,
  newestWorks,
} from './works-with-words.sql.ts'

/** Most works that are ranked: the newest for sale, and those whose title begins with the words. */
export const MOST_RANKED = 200
/** Up to so many works, a page reads all their copies; with more, it reads copies in order until enough match. */
const FEW_LISTED = 4000
const MOST_BY_TITLE = 40
/** Titles read by prefix before copies are filtered. */
const MOST_LOOKED_AT = 200
const MOST_UNAVAILABLE = 48

const candidate = sql`w.id, w.title, w.author, w.title_words AS "titleWords", w.author_words AS "authorWords", w.main_title AS "mainTitle",
  w.for_sale AS "forSale", w.is_reserved AS "isReserved", w.newest_at::text AS "newestAt"`

/**
 * Full-text search in titles and authors: the newest matching works, unordered; `filter` is null where copies aren't
 * filtered.
 */
export async function listNewest(db: Db, plan: SearchPlan, filter: CopyFilter | null): Promise<Candidate[]> {
  if (plan.among === 'texts') return listByText(db, plan, filter)
  if (filter && filter.seller !== '') return listOfSeller(db, plan, filter)
  const { from, orderBy } = newestWorks(plan, filter)
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM ${from} WHERE true ${withCopies(filter)} ${orderBy} LIMIT ${MOST_RANKED}`.execute(db)
  return rows
}

/** A page of the matching works for sale except these, newest first; `after`: the last work of the page before. */
export async function listUnranked(
  db: Db,
  plan: SearchPlan,
  filter: CopyFilter | null,
  page: { after: { newestAt: string; id: string } | null; except: readonly string[]; most: number },
): Promise<Pick<Candidate, 'id' | 'newestAt'>[]> {
  const { after } = page
  const further = after ? sql`AND (w.newest_at, w.id) < (${after.newestAt}::timestamptz, ${after.id}::uuid)` : sql``
  const isFew = plan.among === 'works' && mostWorks(plan) <= FEW_LISTED
  // Few are found by the words and sorted; PostgreSQL would scan the newest works until enough match.
  const found = isFew
    ? sql`(SELECT * FROM search.works w WHERE ${hasWords(plan, filter)} OFFSET 0) w WHERE true`
    : sql`search.works w WHERE ${plan.among === 'works' ? hasWords(plan, filter) : hasText(plan, filter)}`
  const { rows } = await sql<Pick<Candidate, 'id' | 'newestAt'>>`
    SELECT w.id, w.newest_at::text AS "newestAt" FROM ${found} AND w.for_sale > 0 ${further}
      AND w.id <> ALL (${page.except}::uuid[]) ${plan.among === 'works' ? withCopies(filter) : sql``}
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${page.most}`.execute(db)
  return rows
}

/** Condition on a work `w`: one of its copies has the words and passes the filter. */
const hasText = (plan: SearchPlan, filter: CopyFilter | null) => sql`w.id IN (
  SELECT s.work_id FROM search.books s JOIN search.texts t ON t.book_id = s.book_id
  WHERE t.words @@ ${tsqueryOf(plan)}::tsquery AND ${filter ? copyConditions(filter) : sql`s.availability = 0`})`

/** Works whose title begins with the words, however old; where some words suffice, whose title is some of them. */
export async function listByTitle(
  db: Db,
  plan: SearchPlan,
  filter: CopyFilter | null,
  words: readonly string[],
): Promise<Candidate[]> {
  if (plan.among === 'texts' || (filter && filter.seller !== '')) return []
  const title = words.join(' ')
  const begins = sql`w.main_title >= ${title} AND w.main_title < ${`${title}\u{10FFFF}`}`
  const isFound = plan.enough === null ? begins : sql`(${begins} OR w.main_title = ANY(${runsOf(words)}::text[]))`
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM (
      SELECT * FROM (
        SELECT * FROM search.works w WHERE ${isFound} ${byFacts(filter)} AND w.for_sale > 0
        ORDER BY w.main_title ${isBesideIndex(plan) ? sql`LIMIT ${MOST_CHECKED}` : sql``}
      ) w WHERE true ${besideIndex(plan)} ORDER BY w.main_title LIMIT ${filter ? MOST_LOOKED_AT : MOST_BY_TITLE}
    ) w WHERE true ${withCopies(filter)} LIMIT ${MOST_BY_TITLE}`.execute(db)
  return rows
}

/** Neighbouring words, in each number. */
const runsOf = (words: readonly string[]): string[] =>
  words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1).join(' ')))

/** Nested loop, work by work: otherwise PostgreSQL reads every matching copy. */
const withCopies = (filter: CopyFilter | null) =>
  filter
    ? sql`AND EXISTS (SELECT FROM search.books s WHERE s.work_id = w.id AND ${copyConditions(filter)} OFFSET 0)`
    : sql``

/** Starts from the seller's copies, which are usually fewer than the matching works. */
async function listOfSeller(db: Db, plan: SearchPlan, filter: CopyFilter): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w
    WHERE ${hasWords(plan)} AND w.id IN (SELECT s.work_id FROM search.books s WHERE ${copyConditions(filter)})
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${MOST_RANKED}`.execute(db)
  return rows
}

/** Works with these words without a copy for sale. */
export async function listUnavailableWorks(db: Db, plan: SearchPlan): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w WHERE ${hasWords(plan)} AND w.for_sale = 0
    ORDER BY w.newest_at DESC, w.id DESC LIMIT ${MOST_UNAVAILABLE}`.execute(db)
  return rows
}

async function listByText(db: Db, plan: SearchPlan, filter: CopyFilter | null): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w WHERE w.id IN (
      SELECT s.work_id FROM search.books s JOIN search.texts t ON t.book_id = s.book_id
      WHERE t.words @@ ${tsqueryOf(plan)}::tsquery AND ${filter ? copyConditions(filter) : sql`s.availability = 0`}
      ORDER BY s.posted_at DESC, s.book_id DESC LIMIT ${MOST_RANKED}
    )`.execute(db)
  return rows
}

/** Works with a copy of this edition, for sale or not. */
export async function listByIsbn(db: Db, isbn: string, filter: CopyFilter | null): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${candidate} FROM search.works w WHERE w.id IN (
      SELECT s.work_id FROM search.books s WHERE s.isbn = ${isbn} ${filter ? sql`AND ${copyConditions(filter)}` : sql``}
      LIMIT ${MOST_RANKED}
    )`.execute(db)
  return rows
}

/** The first of these numbers that a copy has. */
export async function findIsbn(db: Db, isbns: readonly string[]): Promise<string | null> {
  if (isbns.length === 0) return null
  const { rows } = await sql<{ isbn: string }>`
    SELECT s.isbn FROM search.books s WHERE s.isbn = ANY(${isbns}::text[])
    ORDER BY s.availability LIMIT 1`.execute(db)
  return rows[0]?.isbn ?? null
}

/** The only number of copies that begins with these digits; null where there are several. */
export async function findIsbnBeginning(db: Db, digits: string): Promise<string | null> {
  const { rows } = await sql<{ isbn: string }>`
    SELECT DISTINCT s.isbn FROM search.books s
    WHERE s.isbn >= ${digits} AND s.isbn <= ${digits.padEnd(13, '9')} LIMIT 2`.execute(db)
  return rows.length === 1 ? rows[0]!.isbn : null
}

/** The copy that stands for a work, and how many match in all. */
export interface Representative {
  workId: string
  bookId: string
  copies: number
  lowestPrice: number | null
}

/** Most copies that are counted per work. */
const MOST_COPIES = 200

/**
 * The representative copy of each work: the newest that passes the filter and is for sale, as the books say; without a
 * filter, else one that is reserved or sold.
 */
export async function listRepresentatives(
  db: Db,
  workIds: readonly string[],
  filter: CopyFilter | null,
  among?: RawBuilder<unknown>,
): Promise<Representative[]> {
  const suitable = filter ? copyConditions(filter) : sql`true`
  const counted = filter ? copyConditions(filter) : sql`s.availability = 0`
  const { rows } = await sql<Representative>`
    ${filter || among ? sql`` : preparedStatement} SELECT given.id AS "workId", best.book_id AS "bookId", sums.copies, sums.lowest_price AS "lowestPrice"
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

/** Limits representatives to copies of this edition. */
export const ofIsbn = (isbn: string) => sql`AND s.isbn = ${isbn}`
/** Limits representatives to copies with these words. */
export const withWords = (plan: SearchPlan) =>
  sql`AND EXISTS (
    SELECT FROM search.texts t WHERE t.book_id = s.book_id AND t.words @@ ${tsqueryOf(plan)}::tsquery)`

/**
 * Scope of the copies: of works with the words, with the words themselves, of an edition, of given works; null is all.
 */
export type CopyScope = { plan: SearchPlan } | { isbn: string } | { workIds: readonly string[] } | null

export function source(
  scope: CopyScope,
  filter: CopyFilter,
): { from: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  if (scope === null) return { from: sql`search.books s`, where: sql`` }
  if ('isbn' in scope) return { from: sql`search.books s`, where: sql`AND s.isbn = ${scope.isbn}` }
  if ('workIds' in scope)
    return { from: sql`search.books s`, where: sql`AND s.work_id = ANY(${scope.workIds}::uuid[])` }
  const { plan } = scope
  // With a seller, reading the seller's copies is cheaper.
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

/** A page of copies for sale, each listed separately. */
export async function listCopies(
  db: Db,
  { scope, filter }: { scope: CopyScope; filter: CopyFilter },
  keyset: KeysetPage,
): Promise<WithSortKeys[]> {
  const { from, where } = source(scope, filter)
  const page = pageParts(keyset, sql`s.book_id`)
  const { rows } = await sql<WithSortKeys>`
    SELECT s.book_id AS id, ${page.columns} FROM ${from}
    WHERE ${copyConditions(filter)} ${where} ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}
