import { sql, type RawBuilder } from 'kysely'
import { manyFilters } from '#contract/search/search-request.ts'
import { keptPlan } from '#server/database/kept-plans.ts'
import type { Db } from '#server/database/schema.ts'
import { pageParts, type CursorPosition, type Ordering, type WithSortKeys } from '#server/database/ordering.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import { sieveOf } from './facts.rules.ts'
import { mostWorks, tsqueryOf, type SearchPlan } from './query.rules.ts'
import { eachOnce, type Candidate } from './ranking.rules.ts'

/** Works that are ranked at most: the newest that are for sale, and those whose title begins so. */
export const MOST_RANKED = 200
/** With more, the newest are found sooner from the newest on than by their words. */
const FEW_WORKS = 8000
/** With no more, all their copies are looked at for a page; with more, copies in its order until enough are theirs. */
const FEW_LISTED = 4000
const MOST_BY_TITLE = 40
/** Titles that begin so, of which those with a copy that fits are taken. */
const MOST_LOOKED_AT = 200
const MOST_GONE = 48

/** What must be true of a copy, `s`. */
export function fits(filter: CopyFilter): RawBuilder<unknown> {
  const conditions = manyFilters
    .filter((name) => filter[name].length > 0)
    .map((name) => sql`s.${sql.ref(name)} = ANY(${filter[name]}::text[])`)
  if (filter.seller !== '') conditions.push(sql`s.seller_id = ${filter.seller}::uuid`)
  if (filter.place !== '') conditions.push(sql`s.place = ${filter.place}`)
  // Who asks for more than any price can be gets an answer as well.
  if (filter.priceFrom !== null) conditions.push(sql`s.price >= ${filter.priceFrom}::bigint`)
  if (filter.priceTo !== null) conditions.push(sql`s.price <= ${filter.priceTo}::bigint`)
  if (filter.yearFrom !== null) conditions.push(sql`s.year_published >= ${filter.yearFrom}`)
  if (filter.yearTo !== null) conditions.push(sql`s.year_published <= ${filter.yearTo}`)
  if (filter.verified) conditions.push(sql`s.is_verified`)
  if (filter.photo) conditions.push(sql`s.has_photo`)
  return sql.join([sql`s.availability = 0`, ...conditions], sql` AND `)
}

/** What must be true of a work, `w`; where something is asked of its copies, that one of them may be so. */
function hasWords(plan: SearchPlan, filter: CopyFilter | null = null): RawBuilder<unknown> {
  const together = plan.phrases.map(
    (phrase) => sql`AND strpos(' ' || w.title_words || ' | ' || w.author_words || ' ', ${` ${phrase} `}) > 0`,
  )
  const facts = filter ? sieveOf(filter).map((some) => sql`AND w.facts && ${some}::integer[]`) : []
  return sql`w.words @@ ${tsqueryOf(plan)}::tsquery ${sql.join([...together, ...facts], sql` `)}`
}

/**
 * The works, `w`, that have the words and a copy for sale, the newest first, read no further than is asked for: few are
 * put in order before anything else is looked up for them; many are read in their order.
 */
export function newestWorks(
  plan: SearchPlan,
  filter: CopyFilter | null,
): {
  from: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
} {
  const areFew = mostWorks(plan) <= FEW_WORKS
  // By itself PostgreSQL reads the newest works until enough of them fit, and takes that for cheaper than it is: of 500
  // among 100,000 works, 60 are found after 13,000, which takes fifty times as long.
  const byWord = areFew ? sql`OFFSET 0` : sql``
  const works = sql`(SELECT * FROM search.works w WHERE ${hasWords(plan, filter)} AND w.for_sale > 0 ${byWord}) w`
  const orderBy = sql`ORDER BY w.newest_at DESC, w.id DESC`
  return areFew
    ? { from: sql`(SELECT * FROM ${works} ${orderBy} OFFSET 0) w`, orderBy: sql`` }
    : { from: works, orderBy }
}

const candidate = sql`w.id, w.title_words AS "titleWords", w.author_words AS "authorWords", w.main_title AS "mainTitle",
  w.for_sale AS "forSale", w.is_reserved AS "isReserved", w.newest_at::text AS "newestAt"`

/** The works that are ranked; `filter` is null where nothing is asked of the copies. */
export async function listCandidates(
  db: Db,
  plan: SearchPlan,
  { filter, title }: { filter: CopyFilter | null; title: string },
): Promise<Candidate[]> {
  const copies = filter
    ? // Work by work: all copies that fit are read otherwise, however many there are.
      sql`AND EXISTS (SELECT FROM search.books s WHERE s.work_id = w.id AND ${fits(filter)} OFFSET 0)`
    : sql``
  if (plan.among === 'texts') return listByText(db, plan, filter)
  if (filter && filter.seller !== '') return listOfSeller(db, plan, filter)
  const { from, orderBy } = newestWorks(plan, filter)
  const { rows } = await sql<Candidate>`
    (SELECT ${candidate} FROM ${from} WHERE true ${copies} ${orderBy} LIMIT ${MOST_RANKED})
    UNION ALL
    (SELECT ${candidate} FROM (
       SELECT * FROM search.works w
       WHERE w.main_title >= ${title} AND w.main_title < ${`${title}\u{10FFFF}`} AND ${hasWords(plan, filter)} AND w.for_sale > 0
       ORDER BY w.main_title LIMIT ${filter ? MOST_LOOKED_AT : MOST_BY_TITLE}
     ) w WHERE true ${copies} LIMIT ${MOST_BY_TITLE})`.execute(db)
  return eachOnce(rows)
}

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

/** Which copies are meant: those of works with the words, those with the words, an edition's, or all. */
export type Meant = { plan: SearchPlan } | { isbn: string } | null

export function source(meant: Meant, filter: CopyFilter): { from: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  if (meant === null) return { from: sql`search.books s`, where: sql`` }
  if ('isbn' in meant) return { from: sql`search.books s`, where: sql`AND s.isbn = ${meant.isbn}` }
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

/** Whether anything has the words. */
export async function hasAny(db: Db, plan: SearchPlan): Promise<boolean> {
  const most = mostWorks(plan)
  if (most === 0) return false
  // One known word; the words are counted.
  if (most < Infinity && plan.wanted.length === 1 && plan.unwanted.length + plan.phrases.length === 0) return true
  const from =
    plan.among === 'works'
      ? sql`search.works w WHERE ${hasWords(plan)}`
      : sql`search.texts t WHERE t.words @@ ${tsqueryOf(plan)}::tsquery`
  // Where none has the words, that has to be known without reading all.
  const how = most < Infinity && most > FEW_WORKS ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`
  const { rows } = await sql`WITH found AS ${how} (SELECT 1 FROM ${from}) SELECT FROM found LIMIT 1`.execute(db)
  return rows.length > 0
}
