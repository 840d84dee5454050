import { sql } from 'kysely'
import { MOST_COUNTED, MOST_TASKS, type TaskKind } from '#contract/dashboard.ts'
import type { Money } from '#contract/money/currency-digits.ts'
import { CLOSED_ACCOUNT } from '#contract/wording.ts'
import { nameOf } from '#server/accounts/accounts.public.ts'
import { moneyOf } from '#server/database/columns.ts'
import type { Db } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'
import { statesBefore } from '#server/orders/order-states.public.ts'
import { isInDispute, isLive, latestOrder, owedBalances, toGiveByHand } from '#server/orders/orders.public.ts'

/* Each branch reads pending items alone, and not more than are counted, by an index or a table of its own. */

/** Who wrote last about the open problem of an order `o`. */
const lastWriter = sql`(
  SELECT e.author FROM order_problems p JOIN problem_entries e ON e.problem_id = p.id
  WHERE p.order_id = o.id AND p.ended_at IS NULL ORDER BY e.place DESC LIMIT 1)`

/** The buyer's next step in a live order `o`; null where the other side or time makes it. */
const buyersStep = sql`CASE
  WHEN o.seconds_left IS NOT NULL THEN CASE WHEN ${lastWriter} <> 'buyer' THEN 'answer_seller' END
  WHEN ${isInDispute(sql`o.id`)} THEN NULL
  WHEN o.state = 'claimed' THEN CASE WHEN NOT o.pays_in_cash AND o.processing_since IS NULL THEN 'pay' END
  WHEN o.state IN ${statesBefore('buyer_confirms')} THEN 'collect' END`
/** The same of the seller. */
const sellersStep = sql`CASE
  WHEN o.seconds_left IS NOT NULL THEN CASE WHEN ${lastWriter} <> 'seller' THEN 'answer_buyer' END
  WHEN ${isInDispute(sql`o.id`)} THEN NULL
  WHEN o.state = 'claimed' THEN CASE WHEN o.pays_in_cash THEN 'agree_to_cash' END
  WHEN o.state IN ${statesBefore('seller_enters_code')} THEN 'hand_over' END`

/** Until when an order's next step has to be made; null while a problem stops its clock. */
const until = sql`CASE WHEN o.seconds_left IS NULL THEN o.due_at END`
const ofOrder = sql`o.id, o.book_id, ${until} AS until, o.amount, o.currency, o.state_since AS since`
const withoutAmount = sql`NULL::int AS amount, NULL::text AS currency`

/** An order that isn't over and not only waits for time to complete it. */
const isToStep = sql`${isLive} AND (o.state <> 'handed_over' OR o.seconds_left IS NOT NULL)`
const most = sql.lit(MOST_COUNTED)

/** Tasks of a member: (kind, person_id, id, book_id, until, amount, currency, since); of a null kind, somebody else's. */
const tasksOfMember = (accountId: string) => sql`
  (SELECT ${buyersStep} AS kind, o.seller_id AS person_id, ${ofOrder} FROM orders o
    WHERE o.buyer_id = ${accountId} AND ${isToStep} AND (o.state <> 'claimed' OR NOT o.pays_in_cash)
    ORDER BY o.due_at LIMIT ${most})
  UNION ALL (SELECT ${sellersStep}, o.buyer_id, ${ofOrder} FROM orders o
    WHERE o.seller_id = ${accountId} AND ${isToStep} AND (o.state <> 'claimed' OR o.pays_in_cash)
    ORDER BY o.due_at LIMIT ${most})
  UNION ALL (SELECT 'relist', o.buyer_id, ${ofOrder} FROM orders o
    WHERE o.seller_id = ${accountId} AND o.copy_is_back LIMIT ${most})
  UNION ALL (SELECT 'refund_failed', o.seller_id, o.id, o.book_id, NULL, r.amount, r.currency, r.since
    FROM (SELECT r.order_id, r.currency, sum(r.amount)::int AS amount, min(r.failed_at) AS since FROM refunds r
      WHERE ${toGiveByHand} GROUP BY r.order_id, r.currency) r
    JOIN orders o ON o.id = r.order_id WHERE o.buyer_id = ${accountId} LIMIT ${most})
  UNION ALL SELECT CASE WHEN c.seller_id = s.account_id AND c.answered_at IS NULL THEN 'question' ELSE 'message' END,
      s.other_id, c.id, c.book_id, NULL, ${withoutAmount}, s.last_at
    FROM (SELECT s.* FROM conversation_sides s WHERE s.account_id = ${accountId} AND s.unread > 0
      ORDER BY s.last_at LIMIT ${most}) s
    JOIN conversations c ON c.id = s.conversation_id`

/** Tasks of the club, with the same columns. */
const tasksOfClub = sql`
  (SELECT 'report' AS kind, c.about_id AS person_id, c.id, CASE WHEN c.kind = 'book' THEN c.target_id END AS book_id,
      NULL::timestamptz AS until, ${withoutAmount}, c.opened_at AS since
    FROM report_cases c WHERE c.decided_at IS NULL ORDER BY c.opened_at, c.id LIMIT ${most})
  UNION ALL (SELECT 'problem', NULL, o.id, o.book_id, NULL, o.amount, o.currency, p.opened_at
    FROM order_problems p JOIN orders o ON o.id = p.order_id
    WHERE p.ended_at IS NULL ORDER BY p.opened_at, p.id LIMIT ${most})
  UNION ALL (SELECT 'dispute', NULL, o.id, o.book_id, d.respond_by, d.amount, o.currency, d.opened_at
    FROM disputes d JOIN orders o ON o.id = d.order_id
    WHERE d.ended_at IS NULL AND d.status = 'needs_response' ORDER BY d.respond_by LIMIT ${most})
  UNION ALL (SELECT 'refund_by_hand', o.buyer_id, o.id, o.book_id, NULL, sum(r.amount)::int, r.currency, min(r.failed_at)
    FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE ${toGiveByHand} GROUP BY o.id, r.currency ORDER BY min(r.failed_at) LIMIT ${most})
  UNION ALL (SELECT 'payout', owed.id, owed.id, NULL, NULL, owed.amount::int, owed.currency, NULL
    FROM ${owedBalances()} owed ORDER BY owed.amount DESC LIMIT ${most})`

const tasksOf = (of: TaskReader) => (of === 'club' ? tasksOfClub : tasksOfMember(of.accountId))

/** Whose tasks: a member's, or the club's for its admins. */
export type TaskReader = 'club' | { accountId: string }

/** Counts of each kind, as far as they are counted; kinds without any are left out. Sellers owed in several currencies count once. */
export async function countTaskRows(db: Db, of: TaskReader): Promise<{ kind: TaskKind; count: number }[]> {
  const { rows } = await sql<{ kind: TaskKind; count: number }>`
    SELECT t.kind, count(DISTINCT t.id)::int AS count FROM (${tasksOf(of)}) t
    WHERE t.kind IS NOT NULL GROUP BY t.kind ORDER BY t.kind`.execute(db)
  return rows
}

const selection = {
  kind: sql<TaskKind>`t.kind`,
  id: sql<string>`t.id`,
  person: sql<
    string | null
  >`CASE WHEN a.id IS NULL THEN NULL WHEN a.closed_at IS NULL THEN ${nameOf('a')} ELSE ${sql.lit(CLOSED_ACCOUNT)} END`,
  bookId: sql<string | null>`b.id`,
  title: sql<string | null>`b.title`,
  author: sql<string | null>`b.author`,
  images: sql<string[] | null>`b.images[1:1]`,
  until: sql<Date | null>`t.until`,
  amount: sql<Money | null>`CASE WHEN t.amount IS NOT NULL THEN ${moneyOf(sql`t.amount`, sql`t.currency`)} END`,
  since: sql<Date | null>`t.since`,
}
export type TaskRow = SelectedRow<typeof selection>
const columns = select(selection)

/** The most urgent tasks of each kind: of the club's kinds one each. */
export async function listTaskRows(db: Db, of: TaskReader): Promise<TaskRow[]> {
  const most = of === 'club' ? 1 : MOST_TASKS
  const { rows } = await sql<TaskRow>`
    SELECT ${columns} FROM (
      SELECT every.*, row_number() OVER (PARTITION BY every.kind ORDER BY every.until, every.since, every.id) AS place
      FROM (${tasksOf(of)}) every WHERE every.kind IS NOT NULL) t
    LEFT JOIN books b ON b.id = t.book_id
    LEFT JOIN accounts a ON a.id = t.person_id
    WHERE t.place <= ${most}`.execute(db)
  return rows
}

/** What the club owes a seller, by currency. */
export async function listOwedTo(db: Db, sellerId: string): Promise<Money[]> {
  const { rows } = await sql<{ owed: Money }>`
    SELECT ${moneyOf(sql`owed.amount`, sql`owed.currency`)} AS owed FROM ${owedBalances(sellerId)} owed
    ORDER BY owed.currency`.execute(db)
  return rows.map(({ owed }) => owed)
}

export async function listUnreadOfOrderRows(db: Db, accountId: string): Promise<{ orderId: string; unread: number }[]> {
  const { rows } = await sql<{ orderId: string; unread: number }>`
    SELECT o.id AS "orderId", s.unread
    FROM conversation_sides s
    JOIN conversations c ON c.id = s.conversation_id
    JOIN LATERAL ${latestOrder(sql`c.book_id`, sql`c.asker_id`)} o ON true
    WHERE s.account_id = ${accountId} AND s.unread > 0`.execute(db)
  return rows
}
