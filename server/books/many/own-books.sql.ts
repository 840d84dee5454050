import { sql } from 'kysely'
import { hidesListings } from '#server/accounts/accounts.public.ts'
import { selected } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { ownBookColumns, type OwnBook } from '../book.columns.ts'

/** Locks those of these books that are the seller's, in a fixed order, so that two lists don't deadlock. */
export async function lockBooksOfSeller(
  tx: Tx,
  ids: readonly string[],
  sellerId: string,
): Promise<ReadonlyMap<string, OwnBook>> {
  const { rows } = await sql<OwnBook>`${ownAmong(ids, sellerId)} ORDER BY id FOR UPDATE`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Current rows of these books, without soft-deleted ones. */
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

/** Pauses these books or resumes them; the account and the club can still hide them. The account is locked. */
export async function setPausedAlone(tx: Tx, ids: readonly string[], pausedAt: Date | null): Promise<void> {
  await sql`
    UPDATE books b SET paused_at = ${pausedAt}::timestamptz,
      is_paused = (${hidesListings('a')} OR b.taken_down_at IS NOT NULL OR ${pausedAt !== null})
    FROM accounts a WHERE a.id = b.seller_id AND b.id = ANY(${ids}::uuid[])`.execute(tx)
}
