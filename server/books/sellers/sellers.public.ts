import { sql } from 'kysely'
import type { AnswersWithin } from '#contract/books/answers-within.ts'
import type { Tx } from '#server/database/schema.ts'

/** Stores a seller's response time for the pages; null for none. The same value again changes nothing. */
export async function saveAnswersWithin(tx: Tx, sellerId: string, within: AnswersWithin | null): Promise<void> {
  await (
    within === null
      ? sql`DELETE FROM seller_answers WHERE seller_id = ${sellerId}`
      : sql`INSERT INTO seller_answers (seller_id, within) VALUES (${sellerId}, ${within})
        ON CONFLICT (seller_id) DO UPDATE SET within = excluded.within WHERE seller_answers.within <> excluded.within`
  ).execute(tx)
}
