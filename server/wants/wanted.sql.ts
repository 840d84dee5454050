import { sql } from 'kysely'
import type { KeptWanted, Wanted } from '#contract/wants/wanted.ts'
import { buckets } from '#server/database/buckets/buckets.ts'
import { reading } from '#server/database/buckets/shown-buckets.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import type { SummedWanted } from './wanted.rules.ts'

/** Saved searches that share their rarest word with another person's: the latest few of each word. */
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

/** Replaces all wanted searches. */
export async function replaceWanted(tx: Tx, wanted: readonly SummedWanted[]): Promise<void> {
  await sql`DELETE FROM wanted`.execute(tx)
  await sql`
    INSERT INTO wanted (key, words, people)
    SELECT * FROM unnest(${wanted.map(({ key }) => key)}::text[], ${wanted.map(({ words }) => words)}::text[],
      ${wanted.map(({ people }) => people)}::int[])`.execute(tx)
}

/** The most wanted searches first, without hidden ones. */
export async function listWantedRows(db: Db, limit: number): Promise<Wanted[]> {
  const list = async () =>
    await sql<Wanted>`
    SELECT words, people FROM wanted w WHERE NOT EXISTS (SELECT FROM hidden_wanted h WHERE h.key = w.key)
    ORDER BY people DESC, words LIMIT ${limit}`.execute(db)
  const { rows } = await reading(list, () => [buckets.wanted])
  return rows
}

export async function listKeptWanted(db: Db): Promise<KeptWanted[]> {
  const { rows } = await sql<KeptWanted>`
    SELECT words, people, EXISTS (SELECT FROM hidden_wanted h WHERE h.key = w.key) AS "isHidden"
    FROM wanted w ORDER BY people DESC, words`.execute(db)
  return rows
}

/** The key of these words; null where no saved search has them. */
export async function findWantedKey(db: Db, words: string): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM wanted WHERE words = ${words}`.execute(db)
  return rows[0]?.key ?? null
}

/** Sets whether a wanted search is hidden; false where nothing changed. */
export async function setHidden(tx: Tx, key: string, isHidden: boolean): Promise<boolean> {
  const { numAffectedRows } = await (
    isHidden
      ? sql`INSERT INTO hidden_wanted (key) VALUES (${key}) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM hidden_wanted WHERE key = ${key}`
  ).execute(tx)
  return numAffectedRows === 1n
}
