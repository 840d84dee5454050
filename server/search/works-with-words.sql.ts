import { sql, type RawBuilder } from 'kysely'
import { manyFilters } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import { factFilters } from './facts.rules.ts'
import { mostWorks, tsqueryOf, tsqueryOfAny, type SearchPlan } from './query.rules.ts'

/** With more matching works, the newest are found sooner from the newest on than by their words. */
const FEW_WORKS = 8000
/** Newest works for sale that are read for what no index tells: phrases and excluded words. */
const MOST_READ = 5000
/** The same limit for works found by title. */
export const MOST_CHECKED = 2000

/** SQL conditions on a copy, `s`: for sale, and passing the filter. */
export function copyConditions(filter: CopyFilter): RawBuilder<unknown> {
  const conditions = manyFilters
    .filter((name) => filter[name].length > 0)
    .map((name) => sql`s.${sql.ref(name)} = ANY(${filter[name]}::text[])`)
  if (filter.seller !== '') conditions.push(sql`s.seller_id = ${filter.seller}::uuid`)
  if (filter.place !== '') conditions.push(sql`s.place = ${filter.place}`)
  // As bigint: a price beyond the column's range is a valid filter.
  if (filter.priceFrom !== null) conditions.push(sql`s.price >= ${filter.priceFrom}::bigint`)
  if (filter.priceTo !== null) conditions.push(sql`s.price <= ${filter.priceTo}::bigint`)
  if (filter.yearFrom !== null) conditions.push(sql`s.year_published >= ${filter.yearFrom}`)
  if (filter.yearTo !== null) conditions.push(sql`s.year_published <= ${filter.yearTo}`)
  if (filter.verified) conditions.push(sql`s.is_verified`)
  if (filter.photo) conditions.push(sql`s.has_photo`)
  return sql.join([sql`s.availability = 0`, ...conditions], sql` AND `)
}

/** SQL conditions on a work, `w`: the words of the full-text search, and facts of copies that may pass the filter. */
export function hasWords(plan: SearchPlan, filter: CopyFilter | null = null): RawBuilder<unknown> {
  return sql`${byIndex(plan, filter)} ${besideIndex(plan)}`
}

/** The part of the conditions that the GIN index answers: words and facts. */
export function byIndex(plan: SearchPlan, filter: CopyFilter | null): RawBuilder<unknown> {
  return sql`w.words @@ ${tsqueryOf({ ...plan, unwanted: [] })}::tsquery ${byFacts(filter)}`
}

/** The part of the facts alone. */
export const byFacts = (filter: CopyFilter | null): RawBuilder<unknown> =>
  sql.join(filter ? factFilters(filter).map((some) => sql`AND w.facts && ${some}::integer[]`) : [], sql` `)

/** The part that is checked row by row: phrases and excluded words. */
export function besideIndex({ phrases, unwanted }: SearchPlan): RawBuilder<unknown> {
  const together = phrases.map(
    (phrase) => sql`AND strpos(' ' || w.title_words || ' | ' || w.author_words || ' ', ${` ${phrase} `}) > 0`,
  )
  const without = unwanted.length > 0 ? [sql`AND NOT w.words @@ ${tsqueryOfAny(unwanted)}::tsquery`] : []
  return sql.join([...together, ...without], sql` `)
}

export const isBesideIndex = ({ phrases, unwanted }: SearchPlan) => phrases.length + unwanted.length > 0

/**
 * Works `w` with the words and a copy for sale, newest first, read lazily: few matches are sorted before anything is
 * joined; many are read in index order.
 */
export function newestWorks(
  plan: SearchPlan,
  filter: CopyFilter | null,
): {
  from: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
} {
  const orderBy = sql`ORDER BY w.newest_at DESC, w.id DESC`
  if (mostWorks(plan) <= FEW_WORKS) {
    // Left alone, PostgreSQL scans the newest works until enough match and underestimates it: of 500 matches among
    // 100,000 works, 60 are found after 13,000, which takes fifty times as long.
    const works = sql`(SELECT * FROM search.works w WHERE ${hasWords(plan, filter)} AND w.for_sale > 0 OFFSET 0) w`
    return { from: sql`(SELECT * FROM ${works} ${orderBy} OFFSET 0) w`, orderBy: sql`` }
  }
  // Reads in order until enough match; with row-by-row checks, at most MOST_READ works.
  const newest = isBesideIndex(plan)
    ? sql`(SELECT * FROM search.works w WHERE w.for_sale > 0 ${orderBy} LIMIT ${MOST_READ})`
    : sql`search.works`
  return { from: sql`(SELECT * FROM ${newest} w WHERE ${hasWords(plan, filter)} AND w.for_sale > 0) w`, orderBy }
}

/** Whether the plan finds anything. */
export async function hasAny(db: Db, plan: SearchPlan): Promise<boolean> {
  const most = mostWorks(plan)
  if (most === 0) return false
  // One known word: the dictionary counts its works.
  if (most < Infinity && plan.required.length === 1 && plan.unwanted.length + plan.phrases.length === 0) return true
  if (plan.among === 'works' && !isBesideIndex(plan)) {
    const { rows } = await sql<{ found: boolean }>`
      SELECT search.has_work(${tsqueryOf(plan)}::tsquery) AS found`.execute(db)
    return rows[0]!.found
  }
  if (plan.among === 'works' && most > FEW_WORKS) {
    const { rows } = await sql`SELECT FROM ${newestWorks(plan, null).from} LIMIT 1`.execute(db)
    return rows.length > 0
  }
  const from =
    plan.among === 'works'
      ? sql`search.works w WHERE ${hasWords(plan)}`
      : sql`search.texts t WHERE t.words @@ ${tsqueryOf(plan)}::tsquery`
  // MATERIALIZED makes PostgreSQL use the word index where nothing matches, instead of scanning the table.
  const { rows } = await sql`WITH found AS MATERIALIZED (SELECT 1 FROM ${from}) SELECT FROM found LIMIT 1`.execute(db)
  return rows.length > 0
}
