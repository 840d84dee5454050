import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { aBook, anAccount, freshToken } from '#tests/kit/accounts-and-books.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import {
  anAgreedOrder,
  anOrder,
  aPayment,
  balancesOf,
  deliverAll,
  refundAtTheProvider,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer({ connections: 10 })
await withholdEvents(server)
const { services, clock } = server
const admin = await anAccount(services, 'admin')

const as = async ({ id }: { id: string }, method: string, path: string, body?: object) =>
  (await server.send(method, `/api/${path}`, { token: await freshToken(services, id), ...(body && { body }) })).json
const setFee = async (clubFee: string, clubFeeLeast = '0') => {
  const { revision } = await as(admin, 'GET', 'settings')
  return as(admin, 'PATCH', 'settings', { clubFee, clubFeeLeast, revision })
}
const read = (order: TestOrder, by: { id: string }) => as(by, 'GET', `my-orders/${order.id}`)
const refund = (order: TestOrder, amount?: string) =>
  as(order.seller, 'POST', `orders/${order.id}/refund`, { reason: 'goodwill', amount })
async function finish(order: TestOrder) {
  await as(order.buyer, 'POST', `my-orders/${order.id}/received`)
  clock.advance(48 * 3600)
  await sweep(services)
}
async function payOut({ seller }: TestOrder) {
  const [{ amount }] = await as(admin, 'GET', `payouts/owed?seller=${seller.id}`)
  const body = { sellerId: seller.id, amount, reference: 'Transfer 7', key: crypto.randomUUID() }
  const { insertedId: payoutId } = await as(admin, 'POST', 'payouts', body)
  const [mail] = await bookedMails(server, { params: { payoutId } })
  return { amount: (amount as { minor: number }).minor, mail: mail!.text }
}
async function refundThere(intentId: string, amount?: number) {
  await refundAtTheProvider(server, intentId, amount)
  await deliverAll(server, intentId)
}
const usd = (minor: number) => ({ minor, currency: 'USD' })

await setFee('5', '0.50')

describe('the club’s fee', () => {
  test('comes off what is owed for an order that is done, and is told to its seller, to admins, and to nobody else', async () => {
    const { order } = await aPayment(server)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 1250 })
    for (const who of [order.seller, admin]) expect(await read(order, who)).toMatchObject({ fee: 62 })
    expect(await read(order, order.buyer)).not.toHaveProperty('fee')
    const sold = async (to: string) =>
      (await bookedMails(server, { name: 'order_paid', params: { orderId: order.id, to } }))[0]!.text
    expect(await sold('seller')).toContain('Once the order is done you get $11.88; the club keeps $0.62.')
    expect(await sold('buyer')).not.toContain('$0.62')
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, seller: 1188, fee: 62 })
    const lines = (await as(order.seller, 'GET', 'my-statement')) as { kind: string; amount: object }[]
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['owed', usd(1250)],
        ['fee', usd(-62)],
      ]),
    )
    expect(await as(order.seller, 'GET', 'my-statement/totals')).toMatchObject([{ owed: 1188, kept: 0, fees: 62 }])
    const { movements } = await as(admin, 'GET', `orders/${order.id}/record`)
    expect(movements).toContainEqual(
      expect.objectContaining({ kind: 'fee', from: 'seller', to: 'fee', amount: usd(62) }),
    )
    expect((await as(admin, 'GET', 'figures')).at(-1).money).toMatchObject([{ currency: 'USD', fees: 62 }])
    expect(await payOut(order)).toMatchObject({
      amount: 1188,
      mail: expect.stringContaining('the club’s fee of $0.62'),
    })
  })

  test('is of what is left after a part was refunded, and nothing where all was', async () => {
    const { order } = await aPayment(server)
    await refund(order, '5.00')
    expect(await read(order, order.seller)).toMatchObject({ fee: 50 })
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -750, seller: 700, fee: 50 })
    const { order: other } = await aPayment(server)
    await refund(other)
    expect(await read(other, other.seller)).toMatchObject({ state: 'refunded', fee: 0 })
    expect(await balancesOf(server, other)).toEqual({})
  })

  test('is never more than the seller would get', async () => {
    const { order } = await aPayment(server)
    await refund(order, '12.20')
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -30, fee: 30 })
    expect(await as(admin, 'GET', `payouts/owed?seller=${order.seller.id}`)).toEqual([])
  })

  test('is given back as far as money went back afterwards, before the transfer and after it', async () => {
    const { order, intentId } = await aPayment(server)
    await finish(order)
    await refundThere(intentId, 100)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1150, seller: 1093, fee: 57 })
    expect(await payOut(order)).toMatchObject({ amount: 1093, mail: expect.stringContaining('fee of $0.57') })
    await refundThere(intentId, 1150)
    // The seller owes what they were transferred, and no fee of a sale that is none.
    expect(await balancesOf(server, order)).toEqual({ seller: -1093, paid_out: 1093 })
    const lines = (await as(order.seller, 'GET', 'my-statement')) as { kind: string; amount: object }[]
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'fee', amount: usd(57) }))
    expect(await as(order.seller, 'GET', 'my-statement/totals')).toMatchObject([{ owed: -1093, fees: 0 }])

    const { order: next } = await aPayment(server, {
      seller: { ...order.seller, token: await freshToken(services, order.seller.id) },
    })
    await finish(next)
    const { amount, mail } = await payOut(next)
    expect(amount).toBe(1188 - 1093)
    expect(mail).toContain('$0.95')
  })

  test('is not taken of cash', async () => {
    const order = await anAgreedOrder(server)
    expect(await read(order, order.seller)).toMatchObject({ fee: 0 })
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, cash: 1250 })
  })

  test('stays what it was when the copy was reserved, whatever is set afterwards', async () => {
    const [{ order: paid }, claimed] = [await aPayment(server), await anOrder(server)]
    await setFee('50')
    const { order: later } = await aPayment(server)
    await setFee('0')
    const { order: without } = await aPayment(server)
    for (const [order, fee] of [
      [paid, 62],
      [claimed, 62],
      [later, 625],
      [without, 0],
    ] as const)
      expect(await read(order, order.seller)).toMatchObject({ fee })
    for (const order of [paid, later, without]) await finish(order)
    expect([
      await balancesOf(server, paid),
      await balancesOf(server, later),
      await balancesOf(server, without),
    ]).toEqual([
      { buyer: -1250, seller: 1188, fee: 62 },
      { buyer: -1250, seller: 625, fee: 625 },
      { buyer: -1250, seller: 1250 },
    ])
    await setFee('5', '0.50')
  })
})

test('the weeks’ fees are read by an index', async () => {
  const query = sql`SELECT 1 FROM ledger_entries e WHERE e.at >= now() - interval '1 day' AND e.account = 'fee'`
  expect(await planOf(services.db, query, ['seqscan'])).toContain('ledger_entries_of_fees')
})

test('a copy that is priced in the shop’s former currency has the percentage, and no least fee', async () => {
  const seller = await anAccount(services, 'seller')
  const book = await aBook(services, seller, { resalePrice: 600 }, 'EUR')
  const order = await anOrder(server, { seller, book })
  expect(await read(order, seller)).toMatchObject({ fee: 30 })
})
