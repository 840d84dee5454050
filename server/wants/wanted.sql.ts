import { sql } from 'kysely'
import type { Wanted } from '#contract/wants/wanted.ts'
import type { Db, Tx } from '#server/database/schema.ts'

/** Saved searches that have their rarest word in common with another person's: of each word the latest few. */
export async function listCommonSearches(
  db: Db,
  { words, ofEach }: { words: number; ofEach: number },
): Promise<{ accountId: string; search: string }[]> {
  const { rows } = await sql<{ accountId: string; search: string }>`
    SELECT latest.account_id AS "accountId", latest.search FROM (
      SELECT w.key_word FROM wants w WHERE w.key_word IS NOT NULL AND w.often <> 'never'
      GROUP BY w.key_word HAVING count(DISTINCT w.account_id) > 1
      ORDER BY count(DISTINCT w.account_id) DESC, w.key_word LIMIT ${words}
    ) common CROSS JOIN LATERAL (
      SELECT w.account_id, w.search FROM wants w JOIN accounts a ON a.id = w.account_id
      WHERE w.key_word = common.key_word AND w.often <> 'never' AND a.email_verified AND a.suspended_at IS NULL
        AND a.closed_at IS NULL
      ORDER BY w.id LIMIT ${ofEach}
    ) latest`.execute(db)
  return rows
}

/** In place of what was there. */
export async function replaceWanted(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  await sql`DELETE FROM wanted`.execute(tx)
  await sql`
    INSERT INTO wanted (words, people)
    SELECT * FROM unnest(${wanted.map(({ words }) => words)}::text[], ${wanted.map(({ people }) => people)}::int[])`.execute(
    tx,
  )
}

/** What most people look for first. */
export async function listWantedRows(db: Db, limit: number): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    SELECT words, people FROM wanted ORDER BY people DESC, words LIMIT ${limit}`.execute(db)
  return rows
}
