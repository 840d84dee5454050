import { sql } from 'kysely'
import { keptPlan, unseen } from '#server/database/kept-plans.ts'
import type { Db } from '#server/database/schema.ts'
import { mostWorks, tsqueryOf, type Wanted } from './query.rules.ts'

/** A work as it is suggested. */
export interface SuggestedWork {
  title: string
  author: string
  titleWords: string
  authorWords: string
  mainTitle: string
}

const work = sql`w.title, w.author, w.title_words AS "titleWords", w.author_words AS "authorWords",
  w.main_title AS "mainTitle"`
/** In the text of the statement, so that a plan that is kept knows them. */
const MOST_BY_TITLE = sql.lit(30)
const MOST_BY_WORD = sql.lit(20)
/** With more, 20 of them are found sooner among the newest works than by their words. */
const FEW_WORKS = 2000

/** Works for sale whose titles begin so, and some that have these words. */
export async function suggestWorks(db: Db, beginning: string, wanted: readonly Wanted[]): Promise<SuggestedWork[]> {
  const plan = { required: wanted, among: 'works', butOne: false, unwanted: [] } as const
  const byWord = mostWorks(plan) <= FEW_WORKS ? fewByWord(tsqueryOf(plan)) : newestByWord(tsqueryOf(plan))
  const { rows } = await sql<SuggestedWork>`
    ${byWord.keep} (SELECT ${work} FROM search.works w
     WHERE w.main_title >= ${unseen(sql`${beginning}::text`)}
       AND w.main_title < ${unseen(sql`${`${beginning}\u{10FFFF}`}::text`)} AND w.for_sale > 0
     ORDER BY w.main_title LIMIT ${MOST_BY_TITLE})
    UNION
    (${byWord.works} LIMIT ${MOST_BY_WORD})`.execute(db)
  return rows
}

/** As if all were to be read, and then not read on: for a few PostgreSQL would look through the table. */
const fewByWord = (query: string) => ({
  keep: keptPlan,
  works: sql`
    WITH few AS MATERIALIZED (SELECT * FROM search.works WHERE words @@ ${unseen(sql`${query}::tsquery`)})
    SELECT ${work} FROM few w WHERE w.for_sale > 0`,
})

/** How far that has to be read is told by the words. */
const newestByWord = (query: string) => ({
  keep: sql``,
  works: sql`
    SELECT ${work} FROM search.works w WHERE w.words @@ ${query}::tsquery AND w.for_sale > 0
    ORDER BY w.newest_at DESC, w.id DESC`,
})

/** A work of which a copy with this number is for sale. */
export async function suggestByIsbn(db: Db, isbn: string): Promise<SuggestedWork | null> {
  const { rows } = await sql<SuggestedWork>`
    SELECT ${work} FROM search.books s JOIN search.works w ON w.id = s.work_id
    WHERE s.isbn = ${isbn} AND s.availability = 0 LIMIT 1`.execute(db)
  return rows[0] ?? null
}
