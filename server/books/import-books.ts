import { sql } from 'kysely'
import type { NewBook } from '#contract/books.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { readTitleRow, type TitleRow } from './imported-row.ts'

const BATCH = 500

export interface ImportReport {
  inserted: number
  /** There already, from an earlier import of the same row. */
  known: number
  refused: { line: number; reason: string }[]
}

/**
 * Puts a list of titles up for sale under a seller's account, newest first in the list's own order. Rows that can't
 * be a listing are reported with their line and left out; the rest goes on. Called twice with the same list, it
 * adds nothing the second time, and a listing that was sold or deleted since does not come back.
 */
export async function importBooks(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  sellerId: string,
  rows: AsyncIterable<{ line: number; row: TitleRow }>,
  onProgress: (rowsDone: number) => void,
): Promise<ImportReport> {
  const report: ImportReport = { inserted: 0, known: 0, refused: [] }
  const start = services.clock.now()
  let batch: ImportedBook[] = []
  let done = 0
  const flush = async () => {
    const inserted = await insertImported(services.db, sellerId, services.shop.currency, batch)
    report.inserted += inserted
    report.known += batch.length - inserted
    batch = []
    onProgress(done)
  }
  for await (const { line, row } of rows) {
    const read = readTitleRow(row, start.getUTCFullYear())
    if (read.kind === 'refused') report.refused.push({ line, reason: read.reason })
    // A millisecond apart, so that lists show them in the order of the file.
    else batch.push({ ...read, at: new Date(start.getTime() - done).toISOString() })
    done += 1
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return report
}

interface ImportedBook {
  book: NewBook
  importKey: string
  at: string
}

async function insertImported(db: Db, sellerId: string, currency: string, books: ImportedBook[]): Promise<number> {
  if (books.length === 0) return 0
  const documents = JSON.stringify(books.map(({ book, importKey, at }) => ({ ...book, importKey, at })))
  const { numAffectedRows } = await sql`
    INSERT INTO books (seller_id, title, author, description, location, category, condition, original_price,
      resale_price, currency, year_of_purchase, mobile_number, created_at, import_key)
    SELECT ${sellerId}, title, author, given.description, location, known.slug, condition, "originalPrice", "resalePrice",
      ${currency}, "yearOfPurchase", "mobileNumber", at, "importKey"
    FROM jsonb_to_recordset(${documents}::jsonb) AS given(title text, author text, description text, location text,
      category text, condition text, "originalPrice" int, "resalePrice" int, "yearOfPurchase" int,
      "mobileNumber" text, at timestamptz, "importKey" text)
    LEFT JOIN categories known ON known.slug = given.category
    ON CONFLICT (seller_id, import_key) WHERE import_key IS NOT NULL DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0)
}
