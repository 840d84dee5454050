import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { byWord } from './by-word.sql.ts'
import { mostWorks, tsqueryOf, type Wanted } from './query.rules.ts'
import type { Spelling } from './spelling.rules.ts'

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
/** With more, 60 of them are found sooner among the newest works than by their words. */
const FEW_WORKS = 4000

/** Works for sale whose titles begin so, and some of the newest that have these words. */
export async function suggestWorks(db: Db, beginning: string, wanted: readonly Wanted[]): Promise<SuggestedWork[]> {
  const plan = { wanted, among: 'works', butOne: false, unwanted: [] } as const
  const words = tsqueryOf(plan)
  const areFew = mostWorks(plan) <= FEW_WORKS
  const { rows } = await sql<SuggestedWork>`
    (SELECT ${work} FROM search.works w
     WHERE w.main_title >= ${beginning} AND w.main_title < ${`${beginning}\u{10FFFF}`} AND w.for_sale > 0
     ORDER BY w.main_title LIMIT ${MOST_READ})
    UNION
    (SELECT ${work} FROM (
       SELECT * FROM search.works w WHERE w.words @@ ${words}::tsquery ${byWord(areFew)}
     ) w WHERE w.for_sale > 0
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
export async function longerWords(db: Db, beginning: string, most: number): Promise<Spelling[]> {
  const { rows } = await sql<Spelling>`
    SELECT word, works FROM (
      SELECT word, works FROM search.words
      WHERE word >= ${beginning} AND word < ${`${beginning}\u{10FFFF}`} LIMIT 500
    ) begun ORDER BY works DESC LIMIT ${most}`.execute(db)
  return rows
}
