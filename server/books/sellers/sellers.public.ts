import { sql } from 'kysely'
import type { AnswersWithin } from '#contract/books/answers-within.ts'
import type { Tx } from '#server/database/schema.ts'

/** What pages say of how soon a seller answers; null: nothing. The same once more changes nothing. */
export async function saveAnswersWithin(tx: Tx, sellerId: string, within: AnswersWithin | null): Promise<void> {
  await (
    within === null
      ? sql`DELETE FROM seller_answers WHERE seller_id = ${sellerId}`
      : sql`INSERT INTO seller_answers (seller_id, within) VALUES (${sellerId}, ${within})
        ON CONFLICT (seller_id) DO UPDATE SET within = excluded.within WHERE seller_answers.within <> excluded.within`
  ).execute(tx)
}
