import { sql } from 'kysely'
import { preparedStatement, hiddenFromPlanner } from '#server/database/prepared-statements.ts'
import type { Db } from '#server/database/schema.ts'
import { mostWorks, tsqueryOf, type Wanted } from './query.rules.ts'

/** A suggested work. */
export interface SuggestedWork {
  title: string
  author: string
  titleWords: string
  authorWords: string
  mainTitle: string
}

const work = sql`w.title, w.author, w.title_words AS "titleWords", w.author_words AS "authorWords",
  w.main_title AS "mainTitle"`
/** Literals instead of parameters, so that the prepared statement's plan knows the limits. */
const MOST_BY_TITLE = sql.lit(30)
const MOST_BY_WORD = sql.lit(20)
/** With more matching works, 20 are found sooner from the newest on than by their words. */
const FEW_WORKS = 2000

/** Works for sale whose title begins so, and some with these words. */
export async function suggestWorks(db: Db, beginning: string, wanted: readonly Wanted[]): Promise<SuggestedWork[]> {
  const plan = { required: wanted, among: 'works', enough: null, unwanted: [] } as const
  const byWord = mostWorks(plan) <= FEW_WORKS ? fewByWord(tsqueryOf(plan)) : newestByWord(tsqueryOf(plan))
  const { rows } = await sql<SuggestedWork>`
    ${byWord.keep} (SELECT ${work} FROM search.works w
     WHERE w.main_title >= ${hiddenFromPlanner(sql`${beginning}::text`)}
       AND w.main_title < ${hiddenFromPlanner(sql`${`${beginning}\u{10FFFF}`}::text`)} AND w.for_sale > 0
     ORDER BY w.main_title LIMIT ${MOST_BY_TITLE})
    UNION
    (${byWord.works} LIMIT ${MOST_BY_WORD})`.execute(db)
  return rows
}

/** Planned as if all rows were read, then cut: for a small limit PostgreSQL would scan the table. */
const fewByWord = (query: string) => ({
  keep: preparedStatement,
  works: sql`
    WITH few AS MATERIALIZED (SELECT * FROM search.works WHERE words @@ ${hiddenFromPlanner(sql`${query}::tsquery`)})
    SELECT ${work} FROM few w WHERE w.for_sale > 0`,
})

/** The words' frequency bounds how far this reads. */
const newestByWord = (query: string) => ({
  keep: sql``,
  works: sql`
    SELECT ${work} FROM search.works w WHERE w.words @@ ${query}::tsquery AND w.for_sale > 0
    ORDER BY w.newest_at DESC, w.id DESC`,
})

export interface SuggestedEdition {
  isbn: string
  title: string
}
const MOST_EDITIONS = sql.lit(5)

/** Editions for sale whose ISBN begins with these digits. */
export async function suggestByIsbn(db: Db, digits: string): Promise<SuggestedEdition[]> {
  const { rows } = await sql<SuggestedEdition>`
    SELECT DISTINCT ON (s.isbn) s.isbn, w.title FROM search.books s JOIN search.works w ON w.id = s.work_id
    WHERE s.isbn >= ${digits} AND s.isbn <= ${digits.padEnd(13, '9')} AND s.availability = 0
    ORDER BY s.isbn LIMIT ${MOST_EDITIONS}`.execute(db)
  return rows
}
