import { sql } from 'kysely'
import { expect } from 'vitest'
import { isLiveState, isPaidState, nextOrderState, timeTransition } from '#contract/orders/order-life.ts'
import { copyStateOf } from '#server/orders/orders.rules.ts'
import { expectLedger, expectMoney } from './money.ts'
import { ask, ordersOf, peopleOut, type OrderRow, type PersonRow, type World } from './world.ts'

/** Checks the promises: one order per copy, balanced money, no contacts too early, a way out of each state. */
export async function expectPromises(world: World): Promise<void> {
  const [orders, out] = [await ordersOf(world), await peopleOut(world)]
  await expectCopies(world, orders)
  for (const { copyIsBack, refundedFrom } of orders) if (copyIsBack) expect(refundedFrom).toBe('paid')
  await expectListings(world)
  await expectClock(world, orders)
  for (const order of orders) {
    expectPrice(world, order)
    await expectTold(world, order, out)
    await expectMoney(world, order)
    await expectLedger(world, order)
  }
}

interface CopyRow {
  id: string
  state: string
  isRemoved: boolean
  isPaused: boolean
  /** Hidden by the seller, for one book or all, or by the club. */
  isHidden: boolean
  isSellerClosed: boolean
}

export async function copiesOf({ shop, books }: World): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    SELECT b.id, state, removed_at IS NOT NULL AS "isRemoved", is_paused AS "isPaused",
      (paused_at IS NOT NULL OR listings_paused OR suspended_at IS NOT NULL OR taken_down_at IS NOT NULL) AS "isHidden",
      closed_at IS NOT NULL AS "isSellerClosed"
    FROM books b JOIN accounts a ON a.id = b.seller_id
    WHERE b.id = ANY(${books.map(({ id }) => id)}::uuid[])`.execute(shop.first.database.db)
  return rows
}

async function expectCopies(world: World, orders: OrderRow[]): Promise<void> {
  for (const copy of await copiesOf(world)) {
    const own = orders.filter(({ bookId }) => bookId === copy.id)
    const standing = own.filter(({ state }) => copyStateOf[state] !== 'unsold' && state !== 'refunded')
    expect(standing.length).toBeLessThanOrEqual(1)
    if (standing[0]) expect(copy.state).toBe(copyStateOf[standing[0].state])
    // Without an order it is for sale, unless it was refunded and its seller hasn't put it up again.
    else expect(['unsold', ...(own.some(({ state }) => state === 'refunded') ? ['sold'] : [])]).toContain(copy.state)
  }
}

/** Checks that a listing is hidden exactly when its row says so, and that closed accounts offer nothing. */
async function expectListings(world: World): Promise<void> {
  for (const { state, isRemoved, isPaused, isHidden, isSellerClosed } of await copiesOf(world)) {
    if (state !== 'unsold') continue
    if (isSellerClosed) expect({ isSellerClosed, isRemoved }).toEqual({ isSellerClosed, isRemoved: true })
    else if (!isRemoved) expect({ isPaused }).toEqual({ isPaused: isHidden })
  }
}

/** Time stands still while a problem is open. Every order that isn't over has a step of time, or a problem to be ended. */
async function expectClock({ shop }: World, orders: OrderRow[]): Promise<void> {
  for (const { state, problemId, isStopped } of orders) {
    expect([state, isStopped]).toEqual([state, problemId !== null])
    if (isStopped) expect(nextOrderState(state, 'opener_settles')).toBe(state)
    else if (isLiveState(state)) expect(timeTransition(state)).not.toBeNull()
  }
  const { rows } = await sql<{ transition: string }>`
    SELECT e.transition FROM order_events e JOIN order_problems p ON p.order_id = e.order_id
    WHERE e.actor = 'time' AND e.at > p.opened_at AND (p.ended_at IS NULL OR e.at < p.ended_at)`.execute(
    shop.first.database.db,
  )
  expect(rows).toEqual([])
}

/** No buyer pays more than they were shown, and when an order was paid doesn't change. */
function expectPrice(world: World, { id, amount, cash, paidAt }: OrderRow): void {
  expect(amount).toBeLessThanOrEqual(world.shown.get(id) ?? amount)
  if (!paidAt || cash) return
  const first = world.paidAt.get(id) ?? paidAt.getTime()
  world.paidAt.set(id, first)
  expect(paidAt.getTime()).toBe(first)
}

/** Checks the contacts and events that each open side reads, where the order or a side has changed since they read it. */
async function expectTold(world: World, order: OrderRow, out: Map<string, PersonRow>): Promise<void> {
  const now = JSON.stringify([order, out.get(order.buyerId), out.get(order.sellerId)])
  if (world.told.get(order.id) === now) return
  world.told.set(order.id, now)
  const opens = order.state === 'agreed' || isPaidState(order.state)
  const isClosed = (id: string) => out.get(id)?.isClosed === true
  const read = async (id: string) => (out.has(id) ? null : (await ask(world, id, 'GET', `my-orders/${order.id}`)).json)
  const [asBuyer, asSeller] = [await read(order.buyerId), await read(order.sellerId)]
  if (asBuyer && !isClosed(order.sellerId))
    expect([order.state, 'email' in asBuyer.bookData]).toEqual([order.state, opens])
  if (asSeller && !isClosed(order.buyerId))
    expect([order.state, 'phone' in asSeller]).toEqual([order.state, opens || order.state === 'claimed'])
  const steps = (asBuyer ?? asSeller)?.timeline as { from: string | null; to: string }[] | undefined
  if (!steps) return
  expect(steps.map(({ from }) => from)).toEqual([null, ...steps.slice(0, -1).map(({ to }) => to)])
  expect(steps.at(-1)!.to).toBe(order.state)
}

/** Once the provider answers and the jobs are done: no open order of a closed account, no refund left to make. */
export async function expectEnd(world: World): Promise<void> {
  const [orders, out] = [await ordersOf(world), await peopleOut(world)]
  const { now } = world.shop.first.clock
  for (const { state, buyerId, sellerId, dueAt, isStopped, intentId, cash } of orders) {
    // No card payment is open for an ended order, or one paid in cash.
    if (intentId && (!isLiveState(state) || (cash && isPaidState(state)))) {
      const report = await world.shop.first.services.cards!.findIntent(intentId)
      expect({ state, status: report!.status }).not.toEqual({ state, status: 'open' })
    }
    const isUnpaid = state === 'claimed' || state === 'agreed'
    if (out.get(buyerId)?.isClosed || out.get(sellerId)?.isClosed)
      expect({ state, isUnpaid }).toEqual({ state, isUnpaid: false })
    if (isLiveState(state) && !isStopped) expect(dueAt.getTime()).toBeGreaterThan(now().getTime())
  }
  const { rows } = await sql`
    SELECT r.id FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE done_at IS NULL AND o.id = ANY(${orders.map(({ id }) => id)}::uuid[])`.execute(world.shop.first.database.db)
  expect(rows).toEqual([])
}
