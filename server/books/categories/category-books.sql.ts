import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

/**
 * Moves a batch of a category's books to another, sold and deleted ones included, skipping locked ones; returns the
 * number.
 */
export async function moveSomeBooks(tx: Tx, from: string, into: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE books SET category = ${into}
    WHERE id IN (SELECT id FROM books WHERE category = ${from} LIMIT ${most} FOR UPDATE SKIP LOCKED)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function countBooksIn(db: Db, category: string): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    SELECT count(*)::int AS found FROM books WHERE category = ${category}`.execute(db)
  return rows[0]!.found
}

export async function hasBooks(db: Db, category: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM books WHERE category = ${category} LIMIT 1`.execute(db)
  return rows.length > 0
}
