import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { tsqueryOf, type Wanted } from './query.rules.ts'

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
const MOST_READ = 60

/** Works for sale whose titles begin so, and some of the newest that have these words. */
export async function suggestWorks(db: Db, beginning: string, wanted: readonly Wanted[]): Promise<SuggestedWork[]> {
  const words = tsqueryOf({ wanted: [...wanted], butOne: false, unwanted: [] })
  const { rows } = await sql<SuggestedWork>`
    (SELECT ${work} FROM search.works w
     WHERE w.main_title >= ${beginning} AND w.main_title < ${`${beginning}\u{10FFFF}`} AND w.for_sale > 0
     ORDER BY w.main_title LIMIT ${MOST_READ})
    UNION
    (SELECT ${work} FROM search.works w WHERE w.words @@ ${words}::tsquery AND w.for_sale > 0
     ORDER BY w.newest_at DESC, w.id DESC LIMIT ${MOST_READ})`.execute(db)
  return rows
}

/** A work of which a copy with this number is for sale. */
export async function suggestByIsbn(db: Db, isbn: string): Promise<SuggestedWork | null> {
  const { rows } = await sql<SuggestedWork>`
    SELECT ${work} FROM search.books s JOIN search.works w ON w.id = s.work_id
    WHERE s.isbn = ${isbn} AND s.availability = 0 LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** The most frequent known words that begin so. */
export async function longerWords(db: Db, beginning: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM (
      SELECT word, works FROM search.words
      WHERE word >= ${beginning} AND word < ${`${beginning}\u{10FFFF}`} LIMIT 500
    ) begun ORDER BY works DESC LIMIT ${most}`.execute(db)
  return rows.map(({ word }) => word)
}
