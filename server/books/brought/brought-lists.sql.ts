import { sql } from 'kysely'
import type { GivenFact, ListCells } from '#contract/books/brought-lists.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'

/** Columns of an uploaded list, without its bytes. */
const selection = {
  fileName: sql<string>`file_name`,
  encoding: sql<string | null>`encoding`,
  given: sql<{ [Fact in GivenFact]?: string }>`given`,
  /** Corrected cells, by line. */
  corrections: sql<Readonly<Record<string, ListCells>>>`corrections`,
  revision: sql<number>`revision`,
  broughtAt: sql<Date>`brought_at`,
  /** Id of the running import. */
  importId: sql<string | null>`import_id`,
}
export type BroughtRow = SelectedRow<typeof selection>
const columns = select(selection)

export async function findBrought(db: Db, sellerId: string): Promise<BroughtRow | null> {
  const { rows } = await sql<BroughtRow>`
    SELECT ${columns} FROM brought_lists WHERE seller_id = ${sellerId} AND content IS NOT NULL`.execute(db)
  return rows[0] ?? null
}

/** Finds a seller's list, locked until the transaction ends. */
export async function lockBrought(tx: Tx, sellerId: string): Promise<BroughtRow | null> {
  const { rows } = await sql<BroughtRow>`
    SELECT ${columns} FROM brought_lists WHERE seller_id = ${sellerId} AND content IS NOT NULL FOR UPDATE`.execute(tx)
  return rows[0] ?? null
}

/** Counts lists uploaded on the day of `now`. */
export async function countBroughtToday(tx: Tx, sellerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT brought_that_day AS count FROM brought_lists
    WHERE seller_id = ${sellerId} AND brought_at >= date_trunc('day', ${now}::timestamptz, 'UTC')`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Stores a list in place of the former one. */
export async function putBrought(
  tx: Tx,
  sellerId: string,
  { fileName, content, now, today }: { fileName: string; content: Buffer; now: Date; today: number },
): Promise<void> {
  await sql`
    INSERT INTO brought_lists (seller_id, file_name, content, brought_at, brought_that_day)
    VALUES (${sellerId}, ${fileName}, ${content}, ${now}, ${today})
    ON CONFLICT (seller_id) DO UPDATE SET file_name = excluded.file_name, content = excluded.content, encoding = NULL,
      given = '{}', corrections = '{}', revision = brought_lists.revision + 1, brought_at = excluded.brought_at,
      brought_that_day = excluded.brought_that_day, import_id = NULL`.execute(tx)
}

export async function readContent(db: Db, sellerId: string): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer | null }>`
    SELECT content FROM brought_lists WHERE seller_id = ${sellerId}`.execute(db)
  return rows[0]?.content ?? null
}

/** The row is locked. */
export async function updateBrought(
  tx: Tx,
  sellerId: string,
  { encoding, given, corrections }: Pick<BroughtRow, 'encoding' | 'given' | 'corrections'>,
): Promise<void> {
  await sql`
    UPDATE brought_lists SET encoding = ${encoding}, given = ${JSON.stringify(given)}::jsonb,
      corrections = ${JSON.stringify(corrections)}::jsonb, revision = revision + 1
    WHERE seller_id = ${sellerId}`.execute(tx)
}

/** The row is locked. */
export async function setImport(tx: Tx, sellerId: string, importId: string | null): Promise<void> {
  await sql`UPDATE brought_lists SET import_id = ${importId} WHERE seller_id = ${sellerId}`.execute(tx)
}

/** Erases a list's content; its row stays. With `importId`, only of that import. */
export async function forgetContent(db: Db, sellerId: string, importId: string | null = null): Promise<void> {
  const ofImport = importId === null ? sql`` : sql`AND import_id = ${importId}`
  await sql`
    UPDATE brought_lists SET file_name = '', content = NULL, given = '{}', corrections = '{}', import_id = NULL
    WHERE seller_id = ${sellerId} ${ofImport}`.execute(db)
}

/** Lists without an import, uploaded before a moment. */
export async function deleteBroughtBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM brought_lists WHERE brought_at < ${before} AND import_id IS NULL`.execute(db)
}

/** The seller of a running import; null where it has ended. */
export async function findSellerBringing(db: Db, importId: string): Promise<string | null> {
  const { rows } = await sql<{ sellerId: string }>`
    SELECT seller_id AS "sellerId" FROM brought_lists WHERE import_id = ${importId}`.execute(db)
  return rows[0]?.sellerId ?? null
}
