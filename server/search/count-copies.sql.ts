import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import type { CopyToSift } from './facts.rules.ts'
import { source, type Meant } from './search.sql.ts'
import { fits, newestWorks } from './works-with-words.sql.ts'

/** Facts of a copy that filters go by. */
export interface CopyFacts extends CopyToSift {
  location: string
  sellerId: string
}

/**
 * The copies that are meant, as far as they are counted: of works with the words those of the newest works, because to
 * order the copies all of them would be read.
 */
export async function listFacts(db: Db, meant: Meant, filter: CopyFilter, most: number): Promise<CopyFacts[]> {
  const { rows } = await sql<CopyFacts>`SELECT ${facts} FROM ${countedCopies(meant, filter)} LIMIT ${most}`.execute(db)
  return rows
}

const facts = sql`s.category, s.condition, s.language, s.binding, s.location, s.place, s.price,
  s.year_published AS "yearPublished", s.seller_id AS "sellerId", s.is_verified AS "isVerified",
  s.has_photo AS "hasPhoto"`

function countedCopies(meant: Meant, filter: CopyFilter): RawBuilder<unknown> {
  if (meant !== null && 'plan' in meant && meant.plan.among === 'works' && filter.seller === '') {
    const works = newestWorks(meant.plan, filter)
    return sql`${works.from} CROSS JOIN LATERAL (
      SELECT * FROM search.books s WHERE s.work_id = w.id AND ${fits(filter)} OFFSET 0) s ${works.orderBy}`
  }
  const { from, where } = source(meant, filter)
  return sql`${from} WHERE ${fits(filter)} ${where} ORDER BY s.posted_at DESC, s.book_id DESC`
}

/** How many copies are meant and fit, but no more than `most`. */
export async function countCopies(db: Db, meant: Meant, filter: CopyFilter, most: number): Promise<number> {
  const { from, where } = source(meant, filter)
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM (
      SELECT FROM ${from} WHERE ${fits(filter)} ${where} LIMIT ${most}
    ) counted`.execute(db)
  return rows[0]!.found
}
