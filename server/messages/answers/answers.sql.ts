import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'
import type { Question } from './answers.rules.ts'

/** Questions read: more than `MOST_COUNTED`, as some don't count. */
const MOST_READ = 40

/** Questions to a seller since a moment, newest first. Those to a former owner of the account don't count. */
export async function listQuestions(db: Db, sellerId: string, since: Date): Promise<Question[]> {
  const { rows } = await sql<Question>`
    SELECT c.asker_id AS "askerId", c.created_at AS "askedAt", c.answered_at AS "answeredAt",
      a.closed_at IS NULL AND NOT EXISTS (
        SELECT FROM blocks WHERE (blocker_id, blocked_id) IN ((c.asker_id, c.seller_id), (c.seller_id, c.asker_id))
      ) AS "isOpen"
    FROM conversations c
    JOIN accounts a ON a.id = c.asker_id
    JOIN conversation_sides s ON s.conversation_id = c.id AND s.account_id = c.seller_id
    WHERE c.seller_id = ${sellerId} AND c.begun_by = c.asker_id AND c.created_at > ${since} AND s.forgotten_number = 0
    ORDER BY c.created_at DESC, c.id LIMIT ${MOST_READ}`.execute(db)
  return rows
}

/** A seller whose response time is due, locked; null where none is left for this worker. */
export async function lockDueSeller(tx: Tx, now: Date): Promise<string | null> {
  const { rows } = await sql<{ sellerId: string }>`
    SELECT seller_id AS "sellerId" FROM answers_due WHERE at <= ${now}
    ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx)
  return rows[0]?.sellerId ?? null
}

/** Sets when a seller is due; null for the next event. */
export async function setDue(tx: Tx, sellerId: string, at: Date | null): Promise<void> {
  await (
    at === null
      ? sql`DELETE FROM answers_due WHERE seller_id = ${sellerId}`
      : sql`UPDATE answers_due SET at = ${at} WHERE seller_id = ${sellerId}`
  ).execute(tx)
}

/** Marks a seller's response time as due. */
export const markDue = (tx: Tx, sellerId: string, at: Date) => insertDue(tx, sql`SELECT ${sellerId}::uuid`, at)

/** The same for these accounts and all that they asked. */
export const markDueAround = (tx: Tx, accountIds: readonly string[], at: Date) =>
  insertDue(
    tx,
    sql`SELECT DISTINCT c.seller_id FROM conversation_sides s JOIN conversations c ON c.id = s.conversation_id
      WHERE s.account_id = ANY(${accountIds}::uuid[])`,
    at,
  )

/** The same for these two, where one has asked the other. */
export const markDueBetween = (tx: Tx, [one, other]: readonly [string, string], at: Date) =>
  insertDue(
    tx,
    sql`SELECT DISTINCT c.seller_id FROM conversation_sides s JOIN conversations c ON c.id = s.conversation_id
      WHERE s.account_id = ${one} AND s.other_id = ${other}`,
    at,
  )

async function insertDue(tx: Tx, sellers: RawBuilder<unknown>, at: Date): Promise<void> {
  await sql`
    INSERT INTO answers_due (seller_id, at)
    SELECT seller_id, ${at}::timestamptz FROM (${sellers}) AS of (seller_id)
    -- Two at once come by them in the same order.
    ORDER BY seller_id
    ON CONFLICT (seller_id) DO UPDATE SET at = least(answers_due.at, excluded.at)`.execute(tx)
}
