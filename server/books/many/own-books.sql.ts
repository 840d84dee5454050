import { sql } from 'kysely'
import { selected } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { ownBookColumns, type OwnBook } from '../book.columns.ts'

/** Those of the seller among them, by id, locked in one order whatever the list's, so that two lists don't wait for each other. */
export async function lockBooksOfSeller(
  tx: Tx,
  ids: readonly string[],
  sellerId: string,
): Promise<ReadonlyMap<string, OwnBook>> {
  const { rows } = await sql<OwnBook>`${ownAmong(ids, sellerId)} ORDER BY id FOR UPDATE`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The same as they are now, without those that were taken off. */
export async function findBooksOfSeller(
  db: Db,
  ids: readonly string[],
  sellerId: string,
): Promise<ReadonlyMap<string, OwnBook>> {
  const { rows } = await sql<OwnBook>`${ownAmong(ids, sellerId)} AND removed_at IS NULL`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const ownAmong = (ids: readonly string[], sellerId: string) => sql`
  SELECT ${selected(ownBookColumns)} FROM books WHERE id = ANY(${ids}::uuid[]) AND seller_id = ${sellerId}`
