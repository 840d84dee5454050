import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** Empties the search index, as after an update or a restore. */
export async function emptyIndex(db: Db): Promise<void> {
  await sql`TRUNCATE search.books, search.texts, search.works, search.words, search.spellings, search.changes,
    search.unindexed, search.survey, search.forms, search.form_blocks`.execute(db)
}
