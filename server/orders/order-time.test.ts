import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { sweep } from '#server/orders/sweep.ts'
import {
  anOrder,
  aPaidOrder,
  atTheProvider,
  withholdEvents,
  intentOf,
  openPayment,
  stateOf,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { callDueJobs } from '#tests/kit/due-jobs.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const hour = 3600
const bookOf = async (server: { send: typeof shop.send }, order: TestOrder) =>
  (await server.send('GET', `/api/advertise/${order.book}`)).json

describe('with claims of five seconds, in a running shop', () => {
  test('an unpaid claim expires by itself: the copy is for sale again and its open payment is cancelled', async () => {
    const server = await startTestServer({ jobs: true, env: { HOLD_HOURS: String(5 / hour) } })
    // The database's jobs are set ahead, so that none runs before the shop's clock allows it.
    server.clock.advance(hour)
    const claimed = await anOrder(server)
    expect(await bookOf(server, claimed)).toMatchObject({ available: 'sold', reserved: true })
    const opened = await anOrder(server)
    const { clientSecret } = (await openPayment(server, opened)).json
    const { json } = await server.send('GET', `/api/my-orders/${claimed.id}`, { token: claimed.buyer.token })
    expect(Date.parse(json.payBy) - Date.parse(json.orderedAt)).toBe(5000)
    server.clock.advance(5)
    await callDueJobs(server)
    for (const order of [claimed, opened]) {
      await until(async () => (await stateOf(server, order)) === 'expired')
      expect(await bookOf(server, order)).toMatchObject({ available: 'unsold' })
    }
    expect(await atTheProvider(server, intentOf(clientSecret))).toMatchObject({ status: 'cancelled' })
    const listed = (await server.send('GET', '/api/all-books')).json as { _id: string }[]
    expect(listed.map(({ _id }) => _id)).toEqual(expect.arrayContaining([claimed.book, opened.book]))
  })
})

const shop = await startTestServer()
await withholdEvents(shop)
const { services, send } = shop

describe('with claims of 48 hours', () => {
  test('a claim lasts until the last second and expires after it', async () => {
    const order = await anOrder(shop)
    shop.clock.advance(48 * hour - 60)
    await takeTimeStep(services, order.id)
    const seen = async () => (await send('GET', `/api/my-orders/${order.id}`, { as: order.buyer })).json.state
    expect(await seen()).toBe('claimed')
    shop.clock.advance(61)
    const late = await send('POST', '/api/create-payment-intent', {
      as: order.buyer,
      body: { resalePrice: '12.50', orderInfoId: order.id },
    })
    expect(late).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
    await takeTimeStep(services, order.id)
    expect(await seen()).toBe('expired')
    expect(await bookOf(shop, order)).toMatchObject({ available: 'unsold' })
    await takeTimeStep(services, order.id)
    expect(await seen()).toBe('expired')
  })

  test('the job for the end of a claim is booked together with it', async () => {
    const order = await anOrder(shop)
    const { rows } = await sql<{ runAt: Date; payBy: Date }>`
      SELECT j.run_at AS "runAt", o.pay_by AS "payBy" FROM graphile_worker._private_jobs j
      JOIN orders o ON o.id = (j.payload ->> 'orderId')::uuid WHERE o.id = ${order.id}`.execute(shop.database.db)
    expect(rows).toEqual([{ runAt: expect.any(Date), payBy: rows[0]?.runAt }])
  })

  test('time does nothing to an order that is paid, cancelled or not there', async () => {
    const paid = await aPaidOrder(shop)
    const cancelled = await anOrder(shop)
    await send('POST', `/api/my-orders/${cancelled.id}/cancel`, { token: cancelled.buyer.token })
    shop.clock.advance(49 * hour)
    for (const { id } of [paid, cancelled, { id: crypto.randomUUID() }]) await takeTimeStep(services, id)
    await sweep(services)
    const seen = async ({ id, buyer }: TestOrder) =>
      (await send('GET', `/api/my-orders/${id}`, { as: buyer })).json.state
    expect([await seen(paid), await seen(cancelled)]).toEqual(['paid', 'cancelled'])
    expect(await bookOf(shop, paid)).toMatchObject({ available: 'sold' })
  })

  test('a claim whose job was lost is released by the sweep', async () => {
    const order = await anOrder(shop)
    await sql`DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'orderId' = ${order.id}`.execute(
      shop.database.db,
    )
    shop.clock.advance(49 * hour)
    await sweep(services)
    expect(await bookOf(shop, order)).toMatchObject({ available: 'unsold' })
  })

  test('an expired copy is free for others at once, and for the same buyer after 24 hours', async () => {
    const order = await anOrder(shop)
    shop.clock.advance(49 * hour)
    await takeTimeStep(services, order.id)
    const again = () => send('POST', '/api/buy-now', { as: order.buyer, body: { bookData: { _id: order.book } } })
    expect((await again()).json).toMatchObject({
      code: 'claimed_recently',
      detail: expect.stringContaining('Your reservation of this one expired less than 24 hours ago'),
    })
    const other = await anOrder(shop, { seller: order.seller, book: order.book })
    await send('POST', `/api/my-orders/${other.id}/cancel`, { token: other.buyer.token })
    shop.clock.advance(25 * hour)
    expect((await again()).status).toBe(200)
  })
})
