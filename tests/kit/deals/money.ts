import { sql } from 'kysely'
import { expect } from 'vitest'
import { feeOf, type FeeRule } from '#contract/money/club-fee.ts'
import { isPaidState } from '#contract/orders/order-life.ts'
import type { OrderRow, World } from './world.ts'

interface PaymentRow {
  intentId: string
  amount: number
  isVoid: boolean
  /** What went or goes back of it, and how much of that did. */
  wanted: number
  made: number
  failed: number
}

/** What was paid and not given back is where the order's state says, here and at the provider. */
export async function expectMoney({ shop }: World, order: OrderRow): Promise<void> {
  const { services, database } = shop.first
  const { rows } = await sql<PaymentRow>`
    SELECT p.intent_id AS "intentId", p.amount, p.refund_reason IS NOT NULL AS "isVoid",
      coalesce(sum(r.amount), 0)::int AS wanted,
      coalesce(sum(r.amount) FILTER (WHERE r.done_at IS NOT NULL), 0)::int AS made,
      coalesce(sum(r.amount) FILTER (WHERE r.failed_at IS NOT NULL), 0)::int AS failed
    FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id
    WHERE p.order_id = ${order.id} GROUP BY p.id`.execute(database.db)
  const isPaidByCard = isPaidState(order.state) && !order.cash
  expect(rows.filter(({ amount, wanted }) => wanted < amount)).toHaveLength(isPaidByCard ? 1 : 0)
  for (const { intentId, amount, isVoid, wanted, made, failed } of rows) {
    expect(wanted).toBeLessThanOrEqual(amount)
    expect(isVoid || amount === order.amount).toBe(true)
    if (shop.weather !== 'well') continue
    expect(made).toBe(wanted)
    // What failed may have been given by hand, or the shop isn't told yet.
    if (failed === 0) expect((await services.cards?.findIntent(intentId))?.refunded).toBe(made)
  }
}

/** Each movement and so each order sums to zero, and every account holds what payments and refunds say. */
export async function expectLedger({ shop, fees }: World, order: OrderRow): Promise<void> {
  const { db } = shop.first.database
  const { rows } = await sql<{ account: string; balance: number }>`
    SELECT account, sum(amount)::int AS balance FROM ledger_entries WHERE order_id = ${order.id} GROUP BY account`.execute(
    db,
  )
  const of = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0
  const sum = rows.reduce((total, { balance }) => total + balance, 0)
  const { rows: money } = await sql<{ paid: number; refunded: number; underway: number; noted: number }>`
    SELECT coalesce((SELECT sum(amount) FROM payments WHERE order_id = ${order.id} AND refund_reason IS NULL), 0)::int AS paid,
      coalesce((SELECT sum(r.amount) FROM refunds r JOIN payments p ON p.id = r.payment_id
        WHERE r.order_id = ${order.id} AND refund_reason IS NULL), 0)::int AS refunded,
      coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.order_id = ${order.id} AND r.payment_id IS NOT NULL
        AND (r.done_at IS NULL OR (r.failed_at IS NOT NULL AND r.given_by_hand_at IS NULL))), 0)::int AS underway,
      coalesce((SELECT amount FROM owed_orders WHERE order_id = ${order.id}), 0) AS noted`.execute(db)
  const { paid, refunded, underway, noted } = money[0]!
  const kept = paid - refunded
  const inHand = order.cash && (order.state === 'handed_over' || order.state === 'done') ? order.amount - order.back : 0
  // Owed is what was paid for orders that are done, less what was refunded, the club's fee on the rest, and what was paid out.
  const wasDone = order.state === 'done' || of('paid_out') > 0
  const fee = wasDone ? feeOf(feeAtClaim(fees, order), { minor: kept, currency: shop.currency }) : 0
  const owed = (wasDone ? kept : 0) - fee - of('paid_out')
  expect({
    state: order.state,
    sum,
    seller: of('seller'),
    noted,
    club: of('club'),
    fee: of('fee'),
    cash: of('cash'),
    refunds: of('refunds'),
    ofBuyer: of('buyer') + kept + inHand + underway,
  }).toEqual({
    state: order.state,
    sum: 0,
    seller: owed,
    noted: owed,
    club: wasDone ? 0 : kept,
    fee,
    cash: inHand,
    refunds: underway,
    ofBuyer: 0,
  })
}

/** The fee of an order is the one that it was made with, whatever the club sets afterwards. */
function feeAtClaim(fees: World['fees'], { id, rate, least }: OrderRow): FeeRule {
  const rule = fees.get(id) ?? { rate, least }
  fees.set(id, rule)
  expect({ rate, least }).toEqual(rule)
  return rule
}
