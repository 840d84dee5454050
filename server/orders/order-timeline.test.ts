import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  deliverAll,
  reportPaid,
  withholdEvents,
  type TestOrder,
  refundAtTheProvider,
} from '#tests/kit/paying.ts'
import { anAccount, closeByAdmin } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { takeTimeStep } from './take-time-step.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send, clock } = server
const { db } = server.database
const hour = 3600
const now = () => clock.now().toISOString()

const read = ({ id }: Pick<TestOrder, 'id'>, account: { id: string }) =>
  send('GET', `/api/my-orders/${id}`, { as: account })
const timelineOf = async (order: TestOrder) => (await read(order, order.buyer)).json.timeline as unknown
const step = (transition: string | null, from: string | null, to: string, who: string | null, at: string) => ({
  transition,
  from,
  to,
  who,
  at,
  reason: null,
  isFromBefore: false,
})
const claimedAt = (at: string) => step('buyer_claims', null, 'claimed', 'buyer', at)

test('an order’s timeline says what happened, by whom and when, to its buyer, its seller and the admin alike', async () => {
  const claimed = now()
  const { order, intentId } = await anOrderPaidAtTheProvider(server)
  clock.advance(60)
  const paid = now()
  await reportPaid(server, order)
  await refundAtTheProvider(server, intentId)
  clock.advance(hour)
  await deliverAll(server, intentId)
  const timeline = [
    claimedAt(claimed),
    step('buyer_pays', 'claimed', 'paid', 'buyer', paid),
    step('provider_refunds', 'paid', 'refunded', 'card provider', now()),
  ]
  const admin = await anAccount(services, 'admin')
  for (const account of [order.buyer, order.seller, admin])
    expect((await read(order, account)).json.timeline).toEqual(timeline)
  expect((await read(order, await anAccount(services, 'buyer'))).status).toBe(404)
})

test('an expired claim’s actor is time', async () => {
  const [order, claimed] = [await anOrder(server), now()]
  clock.advance(48 * hour)
  await takeTimeStep(services, order.id)
  const expired = step('time_expires', 'claimed', 'expired', 'time', now())
  expect(await timelineOf(order)).toEqual([claimedAt(claimed), expired])
})

test('an admin is the club, and no account’s id or email is in it', async () => {
  const [order, admin] = [await anOrder(server), await anAccount(services, 'admin')]
  await closeByAdmin(services, order.seller.id, admin.id)
  const timeline = await timelineOf(order)
  expect(timeline).toMatchObject([{ who: 'buyer' }, { transition: 'admin_closes_account', who: 'club' }])
  for (const { id, email } of [order.buyer, order.seller, admin])
    for (const secret of [id, email]) expect(JSON.stringify(timeline)).not.toContain(secret)
})

test('what isn’t known of earlier orders is null, and marked', async () => {
  const order = await anOrder(server)
  await sql`INSERT INTO order_events (order_id, to_state, actor, at, is_from_before)
    VALUES (${order.id}, 'refunded', 'unknown', ${clock.now()}, true)`.execute(db)
  const unknown = { ...step(null, null, 'refunded', null, now()), isFromBefore: true }
  expect(await timelineOf(order)).toEqual([claimedAt(now()), unknown])
})

test('lists come without it', async () => {
  const order = await anOrder(server)
  const lists = { '/api/my-orders': order.buyer, '/api/my-buyers': order.seller }
  for (const [list, { id }] of Object.entries(lists)) {
    const { json } = await send('GET', list, { as: { id } })
    expect(json).toMatchObject([{ _id: order.id }])
    expect(json[0]).not.toHaveProperty('timeline')
  }
})

test('the OpenAPI document has it', async () => {
  const { paths } = (await send('GET', '/api/openapi.json')).json
  const { schema } = paths['/api/my-orders/{id}'].get.responses[200].content['application/json']
  expect(schema.required).toContain('timeline')
  expect(schema.properties.timeline.items.properties).toMatchObject({ at: { type: 'string', format: 'date-time' } })
})
