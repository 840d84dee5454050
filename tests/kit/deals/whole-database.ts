import { sql } from 'kysely'
import { nextOrderState, orderBegins, type OrderState, type OrderTransition } from '#contract/orders/order-life.ts'
import type { Db } from '#server/database/schema.ts'

/**
 * What holds in the whole database at every moment, beside what constraints hold. Each statement finds the rows that
 * break it. What a bank disputes is left to the tests of disputes.
 */
const ALWAYS: Readonly<Record<string, string>> = {
  'a copy is sold once': `
    SELECT book_id AS id FROM orders WHERE state NOT IN ('cancelled', 'expired', 'refunded')
    GROUP BY book_id HAVING count(*) > 1`,
  'a copy is where its order says': `
    SELECT b.id FROM books b LEFT JOIN orders o
      ON o.book_id = b.id AND o.state NOT IN ('cancelled', 'expired', 'refunded')
    WHERE (o.id IS NULL AND b.state = 'claimed')
      OR (o.state IN ('claimed', 'agreed') AND b.state <> 'claimed')
      OR (o.state IN ('paid', 'handed_over', 'done') AND b.state <> 'sold')`,
  'a movement of the ledger sums to zero': `
    SELECT movement AS id FROM ledger_entries GROUP BY movement HAVING sum(amount) <> 0`,
  'what is owed is the seller’s account': `
    SELECT coalesce(o.order_id, e.order_id) AS id FROM owed_orders o FULL JOIN (
      SELECT order_id, sum(amount) AS amount FROM ledger_entries WHERE account = 'seller'
      GROUP BY order_id HAVING sum(amount) <> 0) e ON e.order_id = o.order_id
    WHERE o.amount IS DISTINCT FROM e.amount`,
  'an order that is paid by card has one payment that counts': `
    SELECT o.id FROM orders o WHERE o.state IN ('paid', 'handed_over', 'done') AND NOT o.pays_in_cash
      AND NOT EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id)
      AND (SELECT count(*) FROM payments p WHERE p.order_id = o.id AND refund_reason IS NULL) <> 1`,
  'another order has none that isn’t given back': `
    SELECT o.id FROM orders o JOIN payments p ON p.order_id = o.id
    WHERE (o.state IN ('claimed', 'agreed', 'cancelled', 'expired') OR o.pays_in_cash)
      AND p.amount > (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id)`,
  'a payment and a refund are in the ledger': `
    SELECT p.id FROM payments p WHERE NOT EXISTS (
      SELECT FROM ledger_entries e WHERE e.order_id = p.order_id AND e.kind = 'card_payment')
    UNION ALL SELECT r.id FROM refunds r WHERE NOT EXISTS (
      SELECT FROM ledger_entries e WHERE e.order_id = r.order_id AND e.source = r.id::text)`,
  'an order has its events, one after the other': `
    SELECT o.id FROM orders o LEFT JOIN LATERAL (
      SELECT to_state FROM order_events e WHERE e.order_id = o.id ORDER BY e.id DESC LIMIT 1) last ON true
    WHERE last.to_state IS DISTINCT FROM o.state
    UNION ALL SELECT order_id FROM (
      SELECT order_id, is_from_before, from_state, lag(to_state) OVER (PARTITION BY order_id ORDER BY id) AS before
      FROM order_events) e
    WHERE NOT is_from_before AND from_state IS DISTINCT FROM before`,
  'a problem stops the clock, and nothing else does': `
    SELECT o.id FROM orders o WHERE (seconds_left IS NOT NULL)
      <> EXISTS (SELECT FROM order_problems p WHERE p.order_id = o.id AND ended_at IS NULL)`,
  'messages are counted without a gap': `
    SELECT c.id FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.id
    GROUP BY c.id HAVING c.last_number <> count(m.id) OR c.last_number <> coalesce(max(m.number), 0)`,
  'unread messages are counted': `
    SELECT s.conversation_id AS id FROM conversation_sides s WHERE unread <> (
      SELECT count(*) FROM messages m WHERE m.conversation_id = s.conversation_id AND sender_id <> s.account_id
        AND number > greatest(read_number, forgotten_number))`,
  'open accounts are counted': `
    SELECT coalesce(c.role, a.role) AS id FROM (SELECT role, sum(open) AS open FROM account_counts GROUP BY role) c
    FULL JOIN (SELECT role, count(*) AS open FROM accounts WHERE closed_at IS NULL GROUP BY role) a ON a.role = c.role
    WHERE coalesce(c.open, 0) <> coalesce(a.open, 0)`,
  'sales are counted': `
    SELECT coalesce(c.seller_id, o.seller_id) AS id FROM (
      SELECT seller_id, sum(sold) AS sold FROM (
        SELECT seller_id, sold FROM seller_sales UNION ALL SELECT seller_id, sold FROM seller_sale_changes) every
      GROUP BY seller_id) c
    FULL JOIN (SELECT seller_id, count(*) AS sold FROM orders WHERE state IN ('paid', 'handed_over', 'done')
      GROUP BY seller_id) o ON o.seller_id = c.seller_id
    WHERE coalesce(c.sold, 0) <> coalesce(o.sold, 0)`,
}

/** What holds once the jobs are done and the card provider has been heard. */
const IN_THE_END: Readonly<Record<string, string>> = {
  'what was paid at the provider is recorded': `
    SELECT id FROM card_simulator.objects i WHERE document ->> 'object' = 'payment_intent'
      AND document ->> 'status' = 'succeeded' AND NOT EXISTS (SELECT FROM payments p WHERE p.intent_id = i.id)`,
  'no refund waits': `SELECT id FROM refunds WHERE done_at IS NULL`,
  'what was refunded was refunded once at the provider': `
    SELECT p.id FROM payments p JOIN card_simulator.objects c
      ON c.document ->> 'object' = 'charge' AND c.document ->> 'payment_intent' = p.intent_id
      AND c.document ->> 'status' = 'succeeded'
    WHERE (c.document ->> 'amount_refunded')::int <> (
      SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND done_at IS NOT NULL)`,
}

/** A promise of the database that is broken, with ids of some rows that break it. */
export interface Broken {
  promise: string
  rows: string[]
}

/** Asks the whole database for what may never be. `atRest` also asks for what holds once nothing is left to do. */
export async function brokenPromises(db: Db, { atRest = false } = {}): Promise<Broken[]> {
  const asked = { ...ALWAYS, ...(atRest && IN_THE_END) }
  const broken: Broken[] = []
  for (const [promise, query] of Object.entries(asked)) {
    const { rows } = await sql<{ id: string }>`${sql.raw(query)} LIMIT 5`.execute(db)
    if (rows.length > 0) broken.push({ promise, rows: rows.map(({ id }) => id) })
  }
  const { rows: steps } = await sql<{ transition: string; from: string | null; to: string }>`
    SELECT DISTINCT transition, from_state AS from, to_state AS to FROM order_events WHERE NOT is_from_before`.execute(
    db,
  )
  const wrong = steps.filter(({ transition, from, to }) => nextOf(from, transition) !== to)
  const rows = wrong.map(({ transition, from, to }) => `${from} ${transition} ${to}`)
  return rows.length > 0 ? [...broken, { promise: 'an order goes by its life’s table', rows }] : broken
}

const nextOf = (from: string | null, transition: string): string | null =>
  from === null
    ? orderBegins[transition as keyof typeof orderBegins]
    : nextOrderState(from as OrderState, transition as OrderTransition)
