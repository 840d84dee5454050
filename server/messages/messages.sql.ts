import { sql, type RawBuilder } from 'kysely'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { namesOf, selected, type RowOf } from '#server/database/columns.ts'
import { descending, intKey, pageParts, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { hasLiveOrder } from '#server/orders/orders.public.ts'
import { messageColumns } from './message.columns.ts'

export type MessageRow = RowOf<typeof messageColumns>

export const latestFirst = descending(intKey(sql`m.number`))

/** Lists limit + 1 messages after `forgottenNumber`. */
export async function listMessageRows(
  db: Db,
  { id, forgottenNumber }: { id: string; forgottenNumber: number },
  keyset: KeysetPage,
): Promise<(MessageRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`m.id`)
  const { rows } = await sql<MessageRow & WithSortKeys>`
    SELECT ${selected(messageColumns, 'm')}, ${page.columns} FROM messages m
    WHERE m.conversation_id = ${id} AND m.number > ${forgottenNumber}
    ${page.andAfter} ${page.orderBy} LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

export async function findMessage(db: Db, id: string): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`SELECT ${selected(messageColumns)} FROM messages WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function countSentSince(db: Db, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM messages WHERE sender_id = ${accountId} AND sent_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Notifies every process whose messages have changed, after the commit: see message-watch.ts. */
const notify = (accountIds: RawBuilder<unknown>) => sql`pg_notify('messages', ${accountIds})`

/** Tells the pages of an account to look again, though no message came. */
export async function notifyAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT ${notify(sql`${accountId}`)}`.execute(tx)
}

export interface NewMessage {
  id: string
  conversationId: string
  senderId: string
  text: string
  now: Date
}

/** An inserted message, and the unread message for which its recipient's email was booked. */
export interface WrittenMessage extends MessageRow {
  recipientId: string
  mailNumber: number
  /** Whether it is the first of the asker, or of the seller. */
  isFirst: boolean
}

/**
 * Inserts the next message of a locked conversation, and counts it as unread for its recipient. Null where another
 * message has that id.
 */
export async function insertMessage(
  tx: Tx,
  { id, conversationId, senderId, text, now }: NewMessage,
): Promise<WrittenMessage | null> {
  const { rows } = await sql<WrittenMessage>`
    WITH counted AS (
      UPDATE conversations SET last_number = last_number + 1,
        answered_at = coalesce(answered_at, CASE WHEN seller_id = ${senderId} THEN ${now}::timestamptz END)
      WHERE id = ${conversationId}
      RETURNING id, last_number, last_number = 1 OR (seller_id = ${senderId} AND answered_at = ${now}) AS is_first
    ), written AS (
      INSERT INTO messages (${namesOf(messageColumns)})
      SELECT ${id}, id, ${senderId}, last_number, ${text}, ${now}::timestamptz FROM counted
      ON CONFLICT (id) DO NOTHING RETURNING *
    ), own AS (
      UPDATE conversation_sides s SET last_at = ${now} FROM written w
      WHERE s.conversation_id = w.conversation_id AND s.account_id = w.sender_id
    ), others AS (
      UPDATE conversation_sides s
      SET last_at = ${now}, unread = s.unread + 1, mail_number = coalesce(s.mail_number, w.number) FROM written w
      WHERE s.conversation_id = w.conversation_id AND s.account_id <> w.sender_id
      RETURNING s.account_id, s.mail_number
    )
    SELECT ${selected(messageColumns, 'w')}, others.account_id AS "recipientId", others.mail_number AS "mailNumber",
      counted.is_first AS "isFirst", ${notify(sql`others.account_id || ' ' || w.sender_id`)}
    FROM written w, others, counted`.execute(tx)
  return rows[0] ?? null
}

/** Sets the read position of an account, and counts its unread rest; the conversation is locked. */
export async function setRead(
  tx: Tx,
  { conversationId, accountId, upTo }: { conversationId: string; accountId: string; upTo: number },
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    WITH left_over AS (
      SELECT s.conversation_id, s.account_id, greatest(s.read_number, ${upTo}::int) AS read_number, (
        SELECT count(*) FROM messages m
        WHERE m.conversation_id = s.conversation_id AND m.sender_id <> s.account_id
          AND m.number > greatest(s.read_number, ${upTo}::int))::int AS unread
      FROM conversation_sides s WHERE s.conversation_id = ${conversationId} AND s.account_id = ${accountId}
    )
    UPDATE conversation_sides s
    SET read_number = l.read_number, unread = l.unread,
      mail_number = CASE WHEN l.unread = 0 THEN NULL ELSE s.mail_number END
    FROM left_over l WHERE s.conversation_id = l.conversation_id AND s.account_id = l.account_id
    RETURNING s.unread, ${notify(sql`s.account_id::text`)}`.execute(tx)
  return rows[0]?.unread ?? 0
}

export async function sumUnread(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    SELECT coalesce(sum(unread), 0)::int AS unread FROM conversation_sides
    WHERE account_id = ${accountId} AND unread > 0`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Facts for the email about unread messages. */
export interface UnreadSide {
  title: string
  unread: number
  mailNumber: number | null
  name: string
  address: string
  isClosed: boolean
}

export async function findUnreadSide(db: Db, conversationId: string, accountId: string): Promise<UnreadSide | null> {
  const { rows } = await sql<UnreadSide>`
    SELECT b.title, s.unread, s.mail_number AS "mailNumber", ${nameOf('a')} AS name, a.email AS address,
      a.closed_at IS NOT NULL AS "isClosed"
    FROM conversation_sides s
    JOIN conversations c ON c.id = s.conversation_id
    JOIN books b ON b.id = c.book_id
    JOIN accounts a ON a.id = s.account_id
    WHERE s.conversation_id = ${conversationId} AND s.account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/**
 * Erases messages of closed accounts, of the given one or of all. While the two have an open order, messages stay as
 * long as its contacts do, until the account has been closed since `before`.
 */
export async function eraseTexts(tx: Tx, accountId: string | null, before: Date): Promise<void> {
  await sql`
    UPDATE messages m SET text = NULL FROM accounts a, conversations c
    WHERE a.id = m.sender_id AND a.closed_at IS NOT NULL AND c.id = m.conversation_id AND m.text IS NOT NULL
      AND (a.closed_at < ${before} OR NOT ${hasLiveOrder(sql`c.book_id`, sql`c.asker_id`)})
      ${accountId === null ? sql`` : sql`AND a.id = ${accountId}`}`.execute(tx)
}
