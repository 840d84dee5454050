import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OrderTransition } from '#contract/orders/order-life.ts'
import { callDueJobs, retryFailedJobs } from '../due-jobs.ts'
import type { TestServer } from '../test-server.ts'
import { until } from '../until.ts'
import { ordersOf, type World } from './world.ts'

type BookedMail = [name: string, to: 'buyer' | 'seller', news?: string]

/** Expected emails of each transition. Typed by hand, as a second source. */
const toldBy: Partial<Record<OrderTransition | 'buyer_claims', BookedMail[]>> = {
  buyer_claims: [['order_news', 'seller', 'reserved']],
  buyer_chooses_cash: [['order_news', 'seller', 'cash_chosen']],
  seller_agrees_to_cash: [['order_news', 'buyer', 'agreed']],
  buyer_pays: [
    ['order_paid', 'buyer'],
    ['order_paid', 'seller'],
    ['order_news', 'buyer', 'first_reminder'],
    ['order_news', 'seller', 'last_reminder'],
  ],
  seller_enters_code: [
    ['order_news', 'buyer', 'handed_over'],
    ['order_news', 'seller', 'handed_over'],
  ],
  buyer_confirms: [['order_news', 'seller', 'handed_over']],
  time_hands_over: [
    ['order_news', 'buyer', 'handed_over'],
    ['order_news', 'seller', 'handed_over'],
  ],
  buyer_cancels: [['order_news', 'seller', 'cancelled']],
  seller_releases: [['order_news', 'buyer', 'cancelled']],
  time_expires: [
    ['order_news', 'buyer', 'expired'],
    ['order_news', 'seller', 'expired'],
  ],
}

/** Records booked jobs that the runner has done. */
export async function noteBookings({ database: { db } }: TestServer): Promise<void> {
  await sql`CREATE TABLE noted_bookings (task text, payload jsonb)`.execute(db)
  await sql`
    CREATE FUNCTION note_booking() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO noted_bookings SELECT identifier, NEW.payload::jsonb FROM graphile_worker._private_tasks
      WHERE id = NEW.task_id;
      RETURN NULL;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER note_booking AFTER INSERT ON graphile_worker._private_jobs
    FOR EACH ROW EXECUTE FUNCTION note_booking()`.execute(db)
}

/** Runs due jobs by the world's clock, until none is left. */
export async function workOff({ shop: { first } }: World): Promise<void> {
  const { db } = first.database
  await callDueJobs(first)
  await until(async () => {
    await retryFailedJobs(first)
    const { rows } = await sql<{ due: number }>`
      SELECT count(*)::int AS due FROM graphile_worker._private_jobs WHERE run_at <= now()`.execute(db)
    return rows[0]!.due === 0
  })
}

interface Booked {
  orderId: string
  name: string
  to: string
  news: string | null
}

/** Each step has its emails, each claim its end by time, each refund, answer and transfer its word. */
export async function expectBookings(world: World): Promise<void> {
  const { db } = world.shop.first.database
  const ids = (await ordersOf(world)).map(({ id }) => id)
  const { rows: mails } = await sql<Booked>`
    SELECT payload #>> '{params,orderId}' AS "orderId", payload ->> 'name' AS name, payload #>> '{params,to}' AS to,
      payload #>> '{params,news}' AS news
    FROM noted_bookings WHERE task = 'send_mail' AND payload #>> '{params,orderId}' = ANY(${ids})`.execute(db)
  const { rows: steps } = await sql<{ orderId: string; transition: OrderTransition }>`
    SELECT order_id AS "orderId", transition FROM order_events WHERE order_id = ANY(${ids}::uuid[])`.execute(db)
  const nameOf = (orderId: string, name: string, to: string, news: string | null = null) =>
    [orderId, name, to, news].join(' ')
  const booked = new Set(mails.map(({ orderId, name, to, news }) => nameOf(orderId, name, to, news)))
  for (const { orderId, transition } of steps)
    for (const mail of toldBy[transition] ?? [])
      expect({ transition, mail, isBooked: booked.has(nameOf(orderId, ...mail)) }).toEqual({
        transition,
        mail,
        isBooked: true,
      })
  // No email goes to a side without a part in the step: late money brings no receipt.
  const paid = new Set(steps.filter(({ transition }) => transition === 'buyer_pays').map(({ orderId }) => orderId))
  expect(mails.filter(({ name, orderId }) => name === 'order_paid' && !paid.has(orderId))).toEqual([])
  await expectNone(world, ids, 'claims without an end by time')`
    SELECT id FROM orders o WHERE NOT EXISTS (
      SELECT FROM noted_bookings WHERE task = 'expire_claim' AND payload ->> 'orderId' = o.id::text)`
  await expectNone(world, ids, 'refunds that the buyer isn’t told of')`
    SELECT r.order_id AS id FROM refunds r LEFT JOIN payments p ON p.id = r.payment_id
    WHERE NOT (r.actor = 'provider' AND refund_reason IS NOT NULL) AND NOT EXISTS (
      SELECT FROM noted_bookings WHERE payload ->> 'name' = 'order_refund'
        AND payload #>> '{params,refundId}' = r.id::text AND payload #>> '{params,to}' = 'buyer')
    AND NOT EXISTS (
      SELECT FROM order_problems p JOIN noted_bookings b ON b.payload #>> '{params,problemId}' = p.id::text
      WHERE p.order_id = r.order_id AND p.ended_at = r.wanted_at AND b.payload #>> '{params,news}' = 'decided'
        AND b.payload #>> '{params,to}' = 'buyer')`
  await expectNone(world, ids, 'failed refunds that no admin is told of')`
    SELECT r.order_id AS id FROM refunds r WHERE failed_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM noted_bookings WHERE payload ->> 'name' = 'refund_to_give'
        AND payload #>> '{params,refundId}' = r.id::text)`
  await expectNone(world, ids, 'problems that the other side isn’t told of')`
    SELECT p.order_id AS id FROM order_problems p WHERE NOT EXISTS (
      SELECT FROM noted_bookings WHERE payload ->> 'name' = 'problem_news'
        AND payload #>> '{params,problemId}' = p.id::text AND payload #>> '{params,to}' <> p.opened_by)`
}

/** No order of this world is among those that the query finds by `id`. */
const expectNone =
  ({ shop }: World, ids: string[], what: string) =>
  async (query: TemplateStringsArray) => {
    const { rows } = await sql<{ id: string }>`
      SELECT found.id FROM (${sql.raw(query.join(''))}) found WHERE found.id = ANY(${ids}::uuid[])`.execute(
      shop.first.database.db,
    )
    expect({ [what]: rows }).toEqual({ [what]: [] })
  }
