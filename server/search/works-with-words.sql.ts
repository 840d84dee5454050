import { sql, type RawBuilder } from 'kysely'
import { manyFilters } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import { sieveOf } from './facts.rules.ts'
import { mostWorks, tsqueryOf, tsqueryOfAny, type SearchPlan } from './query.rules.ts'

/** With more, the newest are found sooner from the newest on than by their words. */
const FEW_WORKS = 8000
/** The newest works, of those for sale, that are looked at for what no index tells: frequent words together, or missing. */
const MOST_READ = 5000
/** The same of works whose title begins so. */
export const MOST_CHECKED = 2000

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
export function hasWords(plan: SearchPlan, filter: CopyFilter | null = null): RawBuilder<unknown> {
  return sql`${byIndex(plan, filter)} ${besideIndex(plan)}`
}

/** As far as an index tells it: the words, and facts of copies. */
export function byIndex(plan: SearchPlan, filter: CopyFilter | null): RawBuilder<unknown> {
  const facts = filter ? sieveOf(filter).map((some) => sql`AND w.facts && ${some}::integer[]`) : []
  return sql`w.words @@ ${tsqueryOf({ ...plan, unwanted: [] })}::tsquery ${sql.join(facts, sql` `)}`
}

/** What each work has to be looked at for. */
export function besideIndex({ phrases, unwanted }: SearchPlan): RawBuilder<unknown> {
  const together = phrases.map(
    (phrase) => sql`AND strpos(' ' || w.title_words || ' | ' || w.author_words || ' ', ${` ${phrase} `}) > 0`,
  )
  const without = unwanted.length > 0 ? [sql`AND NOT w.words @@ ${tsqueryOfAny(unwanted)}::tsquery`] : []
  return sql.join([...together, ...without], sql` `)
}

export const isBesideIndex = ({ phrases, unwanted }: SearchPlan) => phrases.length + unwanted.length > 0

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
  const orderBy = sql`ORDER BY w.newest_at DESC, w.id DESC`
  if (mostWorks(plan) <= FEW_WORKS) {
    // By itself PostgreSQL reads the newest works until enough of them fit, and takes that for cheaper than it is: of
    // 500 among 100,000 works, 60 are found after 13,000, which takes fifty times as long.
    const works = sql`(SELECT * FROM search.works w WHERE ${hasWords(plan, filter)} AND w.for_sale > 0 OFFSET 0) w`
    return { from: sql`(SELECT * FROM ${works} ${orderBy} OFFSET 0) w`, orderBy: sql`` }
  }
  // Read in their order until enough fit. Where each has to be looked at beside that, no further than so far.
  const newest = isBesideIndex(plan)
    ? sql`(SELECT * FROM search.works w WHERE w.for_sale > 0 ${orderBy} LIMIT ${MOST_READ})`
    : sql`search.works`
  return { from: sql`(SELECT * FROM ${newest} w WHERE ${hasWords(plan, filter)} AND w.for_sale > 0) w`, orderBy }
}

/** Whether anything has the words. */
export async function hasAny(db: Db, plan: SearchPlan): Promise<boolean> {
  const most = mostWorks(plan)
  if (most === 0) return false
  // One known word; the words are counted.
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
  // Where none has the words, that has to be known without reading all.
  const { rows } = await sql`WITH found AS MATERIALIZED (SELECT 1 FROM ${from}) SELECT FROM found LIMIT 1`.execute(db)
  return rows.length > 0
}
