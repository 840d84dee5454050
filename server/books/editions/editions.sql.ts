import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { selected, type RowOf } from '#server/database/columns.ts'
import { bookColumns } from '../book.columns.ts'
import { isBookVisible } from '../books.public.ts'

const { title, author, publisher, yearPublished, language, binding } = bookColumns
const editionColumns = { title, author, publisher, yearPublished, language, binding }

/** Facts of an edition from its latest visible listing. */
export async function findListedEdition(db: Db, isbn: string): Promise<RowOf<typeof editionColumns> | null> {
  const { rows } = await sql<RowOf<typeof editionColumns>>`
    SELECT ${selected(editionColumns)} FROM books
    WHERE isbn = ${isbn} AND ${isBookVisible('books')}
    ORDER BY created_at DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A cached answer of an outside service, with its time; null facts where it knew none. */
export interface KeptLookup<Facts> {
  facts: Facts | null
  lookedUpAt: Date
}

/** The stored answer of an ISBN lookup; `Facts` is the kind that was stored. */
export async function findLookup<Facts>(db: Db, isbn: string): Promise<KeptLookup<Facts> | null> {
  const { rows } = await sql<KeptLookup<Facts>>`
    SELECT facts, looked_up_at AS "lookedUpAt" FROM edition_lookups WHERE isbn = ${isbn}`.execute(db)
  return rows[0] ?? null
}

export async function keepLookup(db: Db, isbn: string, facts: object | null, now: Date): Promise<void> {
  await sql`
    INSERT INTO edition_lookups (isbn, facts, looked_up_at)
    VALUES (${isbn}, ${facts && JSON.stringify(facts)}::jsonb, ${now})
    ON CONFLICT (isbn) DO UPDATE SET facts = excluded.facts, looked_up_at = excluded.looked_up_at`.execute(db)
}
