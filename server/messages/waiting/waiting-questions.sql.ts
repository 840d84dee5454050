import { sql } from 'kysely'
import { namesOf, selected, valuesFor, type RowOf } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { waitingQuestionColumns } from '../message.columns.ts'

export type WaitingQuestionRow = RowOf<typeof waitingQuestionColumns>

/** Keeps the question of an account, in place of an earlier one. */
export async function keepQuestion(tx: Tx, question: WaitingQuestionRow): Promise<void> {
  await sql`
    INSERT INTO waiting_questions (${namesOf(waitingQuestionColumns)})
    VALUES (${valuesFor(waitingQuestionColumns, question)})
    ON CONFLICT (account_id) DO UPDATE SET book_id = excluded.book_id, order_id = excluded.order_id,
      message_id = excluded.message_id, text = excluded.text, written_at = excluded.written_at`.execute(tx)
}

/** The question of an account, with its book's title; null for none. */
export async function findQuestionRow(
  db: Db,
  accountId: string,
): Promise<(WaitingQuestionRow & { title: string }) | null> {
  const { rows } = await sql<WaitingQuestionRow & { title: string }>`
    SELECT ${selected(waitingQuestionColumns, 'w')}, b.title
    FROM waiting_questions w JOIN books b ON b.id = w.book_id WHERE w.account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/** Deletes the question of an account. */
export async function deleteQuestion(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM waiting_questions WHERE account_id = ${accountId}`.execute(db)
}

/** Deletes it and returns it; null for none. */
export async function takeQuestion(tx: Tx, accountId: string): Promise<WaitingQuestionRow | null> {
  const { rows } = await sql<WaitingQuestionRow>`
    DELETE FROM waiting_questions w WHERE account_id = ${accountId}
    RETURNING ${selected(waitingQuestionColumns, 'w')}`.execute(tx)
  return rows[0] ?? null
}
