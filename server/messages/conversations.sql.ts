import { sql, type RawBuilder } from 'kysely'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import type { Money } from '#contract/money/currency-digits.ts'
import type { OrderState } from '#contract/orders/order-life.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { isBookVisible } from '#server/books/books.public.ts'
import { moneyOf, namesOf, valuesFor, type RowOf } from '#server/database/columns.ts'
import { descending, pageParts, timestampKey, type KeysetPage, type WithSortKeys } from '#server/database/ordering.ts'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'
import { isOrderOf, latestOrder } from '#server/orders/orders.public.ts'
import { newConversationColumns } from './message.columns.ts'

/** Characters of the newest message in lists. */
const PREVIEW = 140

const isBlocking = (blocker: string, blocked: string) =>
  sql<boolean>`EXISTS (SELECT FROM blocks WHERE blocker_id = ${sql.ref(blocker)} AND blocked_id = ${sql.ref(blocked)})`

/** Columns of a conversation as one side sees it. */
const selection = {
  id: sql<string>`c.id`,
  askerId: sql<string>`c.asker_id`,
  bookId: sql<string>`c.book_id`,
  title: sql<string>`b.title`,
  author: sql<string>`b.author`,
  images: sql<string[]>`b.images[1:1]`,
  price: sql<Money>`${moneyOf(sql`b.resale_price`, sql`b.currency`)}`,
  isBookThere: sql<boolean>`${isBookVisible('b')}`,
  orderId: sql<string | null>`o.id`,
  orderState: sql<OrderState | null>`o.state`,
  otherId: sql<string>`s.other_id`,
  otherName: sql<string>`CASE WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END`,
  isOtherClosed: sql<boolean>`a.closed_at IS NOT NULL`,
  isBlocked: isBlocking('s.account_id', 's.other_id'),
  isDeclined: isBlocking('s.other_id', 's.account_id'),
  unread: sql<number>`s.unread`,
  lastNumber: sql<number>`c.last_number`,
  /** Messages up to this number are hidden from this side. */
  forgottenNumber: sql<number>`s.forgotten_number`,
  lastText: sql<string | null>`left(m.text, ${sql.lit(PREVIEW)})`,
  lastSenderId: sql<string>`m.sender_id`,
  lastAt: sql<Date>`s.last_at`,
}
export type ConversationRow = SelectedRow<typeof selection>
const columns = select(selection)

const source = sql`conversation_sides s
  JOIN conversations c ON c.id = s.conversation_id
  JOIN books b ON b.id = c.book_id
  JOIN accounts a ON a.id = s.other_id
  LEFT JOIN messages m ON m.conversation_id = c.id AND m.number = c.last_number AND m.number > s.forgotten_number
  LEFT JOIN LATERAL ${latestOrder(sql`c.book_id`, sql`c.asker_id`)} o ON true`

/** Filter by a conversation's subject. */
export type Subject = { bookId: string } | { orderId: string }

const isAbout = (subject: Subject): RawBuilder<unknown> =>
  'bookId' in subject ? sql`c.book_id = ${subject.bookId}` : isOrderOf(subject.orderId, sql`c.book_id`, sql`c.asker_id`)

export const newestFirst = descending(timestampKey(sql`s.last_at`))

/** Lists limit + 1 of an account's conversations, filtered by subject, to know whether a next page exists. */
export async function listConversationRows(
  db: Db,
  accountId: string,
  subject: Subject | null,
  keyset: KeysetPage,
): Promise<(ConversationRow & WithSortKeys)[]> {
  const page = pageParts(keyset, sql`s.conversation_id`)
  const { rows } = await sql<ConversationRow & WithSortKeys>`
    SELECT ${columns}, ${page.columns} FROM ${source}
    WHERE s.account_id = ${accountId} AND (c.last_number > s.forgotten_number OR s.forgotten_number = 0)
      ${subject ? sql`AND ${isAbout(subject)}` : sql``} ${page.andAfter} ${page.orderBy}
    LIMIT ${keyset.limit + 1}`.execute(db)
  return rows
}

async function findOne(db: Db, id: string, accountId: string, lock = sql``): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`
    SELECT ${columns} FROM ${source} WHERE s.conversation_id = ${id} AND s.account_id = ${accountId} ${lock}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Finds a conversation for one side; null for others. */
export const findConversation = (db: Db, id: string, accountId: string) => findOne(db, id, accountId)

/** The same under a row lock until the transaction ends. */
export async function lockConversation(tx: Tx, id: string, accountId: string): Promise<ConversationRow | null> {
  // Lock in a statement of its own, so that the read sees the state after the wait.
  await sql`SELECT FROM conversations WHERE id = ${id} FOR UPDATE`.execute(tx)
  return findOne(tx, id, accountId)
}

export async function findConversationId(
  db: Db,
  { bookId, askerId }: { bookId: string; askerId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations WHERE book_id = ${bookId} AND asker_id = ${askerId}`.execute(db)
  return rows[0]?.id ?? null
}

/** Inserts a conversation; null where the other side inserts it at the same time. */
export async function insertConversation(tx: Tx, begun: RowOf<typeof newConversationColumns>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    WITH begun AS (
      INSERT INTO conversations (${namesOf(newConversationColumns)})
      VALUES (${valuesFor(newConversationColumns, begun)})
      ON CONFLICT (book_id, asker_id) DO NOTHING RETURNING *
    ), sides AS (
      INSERT INTO conversation_sides (conversation_id, account_id, other_id, last_at)
      SELECT id, asker_id, seller_id, created_at FROM begun
      UNION ALL SELECT id, seller_id, asker_id, created_at FROM begun
    )
    SELECT id FROM begun`.execute(tx)
  return rows[0]?.id ?? null
}

export async function countBegunSince(db: Db, accountId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM conversations WHERE begun_by = ${accountId} AND created_at > ${since}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function insertBlock(db: Db, blockerId: string, blockedId: string, now: Date): Promise<void> {
  await sql`INSERT INTO blocks (blocker_id, blocked_id, since) VALUES (${blockerId}, ${blockedId}, ${now})
    ON CONFLICT DO NOTHING`.execute(db)
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await sql`DELETE FROM blocks WHERE blocker_id = ${blockerId} AND blocked_id = ${blockedId}`.execute(db)
}

/** Hides messages so far from an account and its counts; new ones are shown. */
export async function forgetMessages(tx: Tx, accountId: string): Promise<void> {
  await sql`
    UPDATE conversation_sides s
    SET forgotten_number = c.last_number, read_number = c.last_number, unread = 0, mail_number = NULL
    FROM conversations c WHERE c.id = s.conversation_id AND s.account_id = ${accountId}`.execute(tx)
}

/** Deletes every conversation of these accounts, with its messages and blocks. */
export async function deleteConversations(tx: Tx, accountIds: string[]): Promise<void> {
  const ids = sql`(${accountIds}::uuid[])`
  await sql`DELETE FROM conversations WHERE asker_id = ANY${ids} OR seller_id = ANY${ids}`.execute(tx)
  await sql`DELETE FROM blocks WHERE blocker_id = ANY${ids} OR blocked_id = ANY${ids}`.execute(tx)
}
