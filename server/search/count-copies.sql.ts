import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import type { FilterableCopy } from './facts.rules.ts'
import { source, type CopyScope } from './search.sql.ts'
import { copyConditions, newestWorks } from './works-with-words.sql.ts'

/** Facts of a copy that filters compare. */
export interface CopyFacts extends FilterableCopy {
  location: string
  sellerId: string
}

/**
 * Lists the copies that are counted. For a search by words these are copies of the newest works: ordering all copies
 * would read each of them.
 */
export async function listFacts(db: Db, scope: CopyScope, filter: CopyFilter, most: number): Promise<CopyFacts[]> {
  const { rows } = await sql<CopyFacts>`SELECT ${facts} FROM ${countedCopies(scope, filter)} LIMIT ${most}`.execute(db)
  return rows
}

const facts = sql`s.category, s.condition, s.language, s.binding, s.location, s.place, s.price,
  s.year_published AS "yearPublished", s.seller_id AS "sellerId", s.is_verified AS "isVerified",
  s.has_photo AS "hasPhoto"`

function countedCopies(scope: CopyScope, filter: CopyFilter): RawBuilder<unknown> {
  if (scope !== null && 'plan' in scope && scope.plan.among === 'works' && filter.seller === '') {
    const works = newestWorks(scope.plan, filter)
    return sql`${works.from} CROSS JOIN LATERAL (
      SELECT * FROM search.books s WHERE s.work_id = w.id AND ${copyConditions(filter)} OFFSET 0) s ${works.orderBy}`
  }
  const { from, where } = source(scope, filter)
  return sql`${from} WHERE ${copyConditions(filter)} ${where} ORDER BY s.posted_at DESC, s.book_id DESC`
}

/** Counts the copies in scope that pass the filter, up to `most`. */
export async function countCopies(db: Db, scope: CopyScope, filter: CopyFilter, most: number): Promise<number> {
  const { from, where } = source(scope, filter)
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM (
      SELECT FROM ${from} WHERE ${copyConditions(filter)} ${where} LIMIT ${most}
    ) counted`.execute(db)
  return rows[0]!.found
}
