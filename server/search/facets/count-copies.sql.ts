import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import type { CopyFilter } from '#server/search/copy-filter.rules.ts'
import type { CopyGroup } from './facets.rules.ts'
import { tsqueryOf, type SearchPlan } from '#server/search/query.rules.ts'
import { source, type CopyScope } from '#server/search/search.sql.ts'
import { copyConditions, hasWords } from '#server/search/works-with-words.sql.ts'

const facts = sql`s.category, s.condition, s.language, s.binding, s.place, s.price,
  s.year_published AS "yearPublished", s.seller_id AS "sellerId", s.is_verified AS "isVerified",
  s.has_photo AS "hasPhoto", 1 AS copies`

/** The copies in scope that pass the filter, at most so many, in no order. */
export async function listFacts(db: Db, scope: CopyScope, filter: CopyFilter, most: number): Promise<CopyGroup[]> {
  const { from, where } = factsFrom(scope, filter)
  const { rows } = await sql<CopyGroup>`
    SELECT ${facts} FROM ${from} WHERE ${copyConditions(filter)} ${where} LIMIT ${most}`.execute(db)
  return rows
}

/** Work by work: PostgreSQL reads all copies for a filter rather than those of some hundred works. */
function factsFrom(scope: CopyScope, filter: CopyFilter): { from: RawBuilder<unknown>; where: RawBuilder<unknown> } {
  if (scope === null || !('plan' in scope) || scope.plan.among === 'texts' || filter.seller !== '')
    return source(scope, filter)
  return {
    from: sql`(SELECT w.id FROM search.works w WHERE ${hasWords(scope.plan, filter)} AND w.for_sale > 0 OFFSET 0) w
      CROSS JOIN LATERAL (SELECT * FROM search.books s WHERE s.work_id = w.id AND ${copyConditions(filter)} OFFSET 0) s`,
    where: sql``,
  }
}

/** Kept counts of copies for sale by their facts of few values. */
export async function listKeptCounts(db: Db): Promise<CopyGroup[]> {
  const { rows } = await sql<CopyGroup>`
    SELECT category, condition, language, binding, is_verified AS "isVerified", has_photo AS "hasPhoto", copies,
      '' AS place, 0 AS price, NULL::int AS "yearPublished", '' AS "sellerId"
    FROM search.counts WHERE copies > 0`.execute(db)
  return rows
}

/** A place as it is compared and as it is shown, and its copies for sale. */
export interface KeptPlace {
  place: string
  location: string
  copies: number
}

/** Kept counts of places with this text in them, most copies first; all places for ''. */
export async function listKeptPlaces(db: Db, text: string, most: number): Promise<KeptPlace[]> {
  const { rows } = await sql<KeptPlace>`
    SELECT place, location, copies FROM search.places WHERE copies > 0 AND strpos(place, ${text}) > 0
    ORDER BY copies DESC, place LIMIT ${most}`.execute(db)
  return rows
}

/** Names of these places, as they are shown. */
export async function listPlaceNames(db: Db, places: readonly string[]): Promise<Omit<KeptPlace, 'copies'>[]> {
  const { rows } = await sql<Omit<KeptPlace, 'copies'>>`
    SELECT place, location FROM search.places WHERE place = ANY(${places}::text[])`.execute(db)
  return rows
}

/** A copy of the sample. */
export interface SampledCopy extends CopyGroup {
  bookId: string
  /** All words of its work, with a space before and after each. */
  words: string
  /** ' title | author ', in words. */
  line: string
}

/** The next copies for sale in the order of their ids, which are random. */
export async function listSample(db: Db, after: string, most: number): Promise<SampledCopy[]> {
  const { rows } = await sql<SampledCopy>`
    SELECT s.book_id AS "bookId", ${facts}, ' ' || array_to_string(tsvector_to_array(w.words), ' ') || ' ' AS words,
      ' ' || w.title_words || ' | ' || w.author_words || ' ' AS line
    FROM (
      SELECT * FROM search.books s WHERE s.availability = 0 AND s.book_id > ${after}::uuid ORDER BY s.book_id LIMIT ${most}
    ) s JOIN search.works w ON w.id = s.work_id ORDER BY s.book_id`.execute(db)
  return rows
}

/** Those of the copies that have the words of a plan in their whole text. */
export async function listIdsWithText(db: Db, ids: readonly string[], plan: SearchPlan): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.book_id AS id FROM unnest(${ids}::uuid[]) AS given(id) CROSS JOIN LATERAL (
      SELECT t.book_id FROM search.texts t WHERE t.book_id = given.id AND t.words @@ ${tsqueryOf(plan)}::tsquery OFFSET 0
    ) t`.execute(db)
  return rows.map(({ id }) => id)
}
