import { sql } from 'kysely'
import { orNull, namesOf, selected, time, valuesFor, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { ownBookColumns } from '../book.columns.ts'

/** Columns of a listing that comes back. What it came from (an import, a form) stays behind. */
const backColumns = { ...ownBookColumns, advertisedAt: orNull(time('advertised_at')) }
export type BackedUpBook = RowOf<typeof backColumns>

/** Which of these listings the shop has, and weren't deleted. */
export async function listThere(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM books WHERE id = ANY(${ids}::uuid[]) AND removed_at IS NULL`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Reads a row of a backup, whose values are texts; columns that its program didn't know have their defaults. */
export async function readBackedUpBook(
  db: Db,
  row: Readonly<Record<string, string | null>>,
): Promise<BackedUpBook | null> {
  const { rows } = await sql<BackedUpBook>`
    SELECT ${selected(backColumns)} FROM jsonb_populate_record(NULL::books, ${JSON.stringify(row)}::jsonb)`.execute(db)
  return rows[0] ?? null
}

/** Inserts a listing whose row is gone, under its former id. */
export async function insertBackedUpBook(tx: Tx, book: BackedUpBook): Promise<void> {
  await sql`INSERT INTO books (${namesOf(backColumns)}) VALUES (${valuesFor(backColumns, book)})`.execute(tx)
}

/** Takes back that a listing was deleted. `settlePaused` then says whether it is for sale. */
export async function undoRemoval(
  tx: Tx,
  { id, pausedAt, isAdvertised, advertisedAt }: Pick<BackedUpBook, 'id' | 'pausedAt' | 'isAdvertised' | 'advertisedAt'>,
): Promise<void> {
  await sql`
    UPDATE books SET removed_at = NULL, paused_at = ${pausedAt}, is_paused = is_paused OR ${pausedAt !== null},
      is_advertised = ${isAdvertised}, advertised_at = ${advertisedAt}
    WHERE id = ${id}`.execute(tx)
}
