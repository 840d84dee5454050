import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** The search as it is after an update or a restore: nothing was ever indexed. */
export async function emptyIndex(db: Db): Promise<void> {
  await sql`TRUNCATE search.books, search.texts, search.works, search.words, search.spellings, search.changes,
    search.unindexed, search.survey`.execute(db)
}
