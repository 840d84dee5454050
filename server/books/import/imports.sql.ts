import { sql } from 'kysely'
import type { NewBook } from '#contract/books/books.ts'
import { isPausedFor } from '#server/accounts/accounts.public.ts'
import { slugIfKnown } from '#server/categories/categories.public.ts'
import { fieldsOf, namesOf, recordset, selected, text, time } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { newBookColumns } from '../book.columns.ts'
import { importColumns, type ImportOfSeller, type ImportRow } from './import.columns.ts'

const columns = selected(importColumns)

export async function insertImport(
  db: Db,
  { sellerId, fileName, now }: { sellerId: string; fileName: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO imports (seller_id, file_name, begun_at) VALUES (${sellerId}, ${fileName}, ${now})
    RETURNING id`.execute(db)
  return rows[0]!.id
}

/** Locks an import: none of its books is added or removed until the transaction ends. */
export async function lockImport(tx: Tx, id: string, sellerId: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`
    SELECT ${columns} FROM imports WHERE id = ${id} AND seller_id = ${sellerId} FOR UPDATE`.execute(tx)
  return rows[0] ?? null
}

/** Imports, newest first, without those of the account's former owner. */
export async function listImportRows(db: Db, sellerId: string, limit: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    SELECT ${columns} FROM imports WHERE seller_id = ${sellerId} AND file_name <> '' ORDER BY begun_at DESC, id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** The newest imports with books, of all sellers or of one. */
export async function listImportsOfSellers(
  db: Db,
  { sellerId, limit }: { sellerId: string | null; limit: number },
): Promise<ImportOfSeller[]> {
  const ofSeller = sellerId === null ? sql`` : sql`AND i.seller_id = ${sellerId}`
  const { rows } = await sql<ImportOfSeller>`
    SELECT ${selected(importColumns, 'i')}, a.email AS "sellerEmail" FROM imports i JOIN accounts a ON a.id = i.seller_id
    WHERE i.inserted > 0 AND i.file_name <> '' ${ofSeller} ORDER BY i.begun_at DESC, i.id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** The seller of an import; null where there is none. */
export async function findSellerOfImport(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ sellerId: string }>`
    SELECT seller_id AS "sellerId" FROM imports WHERE id = ${id}`.execute(db)
  return rows[0]?.sellerId ?? null
}

/** Updates an import's progress. The import is locked. */
export async function updateImport(
  tx: Tx,
  id: string,
  {
    rowsDone,
    inserted,
    known,
    refused,
    leftOut,
    finishedAt,
  }: Omit<ImportRow, 'id' | 'fileName' | 'begunAt' | 'takenBackAt' | 'removed'>,
): Promise<void> {
  await sql`
    UPDATE imports SET rows_done = ${rowsDone}, inserted = ${inserted}, known = ${known}, refused = ${refused},
      left_out = ${leftOut}, finished_at = ${finishedAt}
    WHERE id = ${id}`.execute(tx)
}

/** A book from an imported list. `sourceKey` identifies its row, so that it is not imported twice. */
export interface ImportedBook extends NewBook {
  sourceKey: string
  postedAt: Date
}
const importedColumns = { ...newBookColumns, sourceKey: text('source_key'), postedAt: time('created_at') }

/**
 * Inserts the listings that the seller doesn't have; returns how many came by this import, in this or an earlier try.
 * An unknown category becomes none.
 */
export async function insertImportedBooks(
  tx: Tx,
  { sellerId, importId, currency }: { sellerId: string; importId: string; currency: string },
  books: ImportedBook[],
): Promise<number> {
  if (books.length === 0) return 0
  const values = fieldsOf('given', importedColumns, { category: slugIfKnown(sql`given.category`) })
  await sql`
    INSERT INTO books (seller_id, import_id, currency, is_paused, ${namesOf(importedColumns)})
    SELECT ${sellerId}, ${importId}, ${currency}, ${isPausedFor(sellerId)}, ${values}
    FROM ${recordset('given', importedColumns, books)}
    ON CONFLICT (seller_id, source_key) WHERE source_key IS NOT NULL DO NOTHING`.execute(tx)
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM books
    WHERE seller_id = ${sellerId} AND source_key = ANY(${books.map(({ sourceKey }) => sourceKey)}::text[])
      AND import_id = ${importId}`.execute(tx)
  return rows[0]!.found
}

/** Filters ids to the seller's own books, deleted and sold ones too. */
export async function findOwnIds(db: Db, sellerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM books WHERE seller_id = ${sellerId} AND id = ANY(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Filters keys to those of the seller's books, deleted and sold ones too. */
export async function findSourceKeys(db: Db, sellerId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT source_key AS key FROM books WHERE seller_id = ${sellerId} AND source_key = ANY(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Removes a batch of an import's books that are for sale and unchanged, and forgets their rows, so that the list can be
 * imported again. Returns their number; fewer than `most` means the last batch. The import is locked; its books are
 * locked in a fixed order, against deadlocks.
 */
export async function removeBooksOfImport(tx: Tx, importId: string, most: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH untouched AS (
      SELECT id FROM books
      WHERE import_id = ${importId} AND removed_at IS NULL AND state = 'unsold' AND taken_down_at IS NULL AND revision = 1
      ORDER BY id LIMIT ${most} FOR UPDATE
    )
    UPDATE books b SET removed_at = ${now}, source_key = NULL FROM untouched WHERE b.id = untouched.id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Counts of books that stay when their import is reverted, by reason. */
export interface StayingBooks {
  sold: number
  reserved: number
  edited: number
  takenDown: number
}

export async function countBooksOfImport(db: Db, importId: string): Promise<StayingBooks> {
  const { rows } = await sql<StayingBooks>`
    SELECT count(*) FILTER (WHERE what = 'sold')::int AS sold, count(*) FILTER (WHERE what = 'reserved')::int AS reserved,
      count(*) FILTER (WHERE what = 'edited')::int AS edited,
      count(*) FILTER (WHERE what = 'taken down')::int AS "takenDown"
    FROM (
      SELECT CASE WHEN state = 'sold' THEN 'sold' WHEN state = 'claimed' THEN 'reserved'
        WHEN taken_down_at IS NOT NULL THEN 'taken down' WHEN revision > 1 THEN 'edited' END AS what
      FROM books WHERE import_id = ${importId} AND removed_at IS NULL
    ) became`.execute(db)
  return rows[0]!
}

/** The import is locked. */
export async function markTakenBack(
  tx: Tx,
  id: string,
  { removed, now }: { removed: number; now: Date },
): Promise<void> {
  await sql`UPDATE imports SET taken_back_at = ${now}, removed = ${removed} WHERE id = ${id}`.execute(tx)
}
