import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockOrder } from '#server/orders/orders.sql.ts'
import { sweep } from '#server/orders/sweep.ts'
import { anAccount, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aPayment, deliverAll, refundAtTheProvider, withholdEvents } from '#tests/kit/paying.ts'
import { bookedMails } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until, waitingForLocks } from '#tests/kit/until.ts'
import { walk } from '#tests/kit/walk.ts'
import { insertMovement } from './ledger.sql.ts'

const server = await startTestServer({ connections: 15 })
await withholdEvents(server)
const { services, send, clock } = server
const { db } = server.database
const admin = await anAccount(services, 'admin')

const ask = (who: { id: string }, path: string) => send('GET', `/api/${path}`, { as: who })
const usd = (minor: number) => ({ minor, currency: 'USD' })
let presses = 0
const payOut = (seller: { id: string }, amount: number, given: { key?: string; by?: TestAccount } = {}) =>
  send('POST', '/api/payouts', {
    as: given.by ?? admin,
    body: {
      sellerId: seller.id,
      amount: usd(amount),
      reference: 'Transfer 7',
      key: given.key ?? `press-number-${(presses += 1)}`,
    },
  })
const totals = async (seller: TestAccount) => (await ask(seller, 'my-statement/totals')).json

async function aDoneOrder(given: { seller?: TestAccount } = {}) {
  const seller = given.seller && { ...given.seller, token: await freshToken(services, given.seller.id) }
  const { order, intentId } = await aPayment(server, { ...(seller && { seller }) })
  await send('POST', `/api/my-orders/${order.id}/received`, { as: order.buyer })
  clock.advance(48 * 3600)
  await sweep(services)
  return { order, intentId, seller: order.seller }
}
async function refundThere(intentId: string, amount?: number) {
  await refundAtTheProvider(server, intentId, amount)
  await deliverAll(server, intentId)
}

describe('what is owed', () => {
  test('may be more than fits in the number of one order, and is transferred so', async () => {
    const { order, seller } = await aDoneOrder()
    const { order: another } = await aDoneOrder({ seller })
    const much = { kind: 'owed', source: 'more', amount: 1_999_998_750, currency: 'USD', at: clock.now() } as const
    await db.transaction().execute(async (tx) => {
      for (const { id: orderId } of [order, another]) await insertMovement(tx, { ...much, orderId })
    })
    expect(await totals(seller)).toEqual([
      { currency: 'USD', owed: 4_000_000_000, paidOut: 0, kept: 0, waiting: 0, fees: 0 },
    ])
    expect((await ask(admin, 'payouts/owed?limit=1')).json).toMatchObject([
      { id: seller.id, amount: usd(4_000_000_000) },
    ])
    expect((await walk(server, '/api/payouts/owed?limit=1', await freshToken(services, admin.id))).ids).toContain(
      seller.id,
    )
    expect((await payOut(seller, 4_000_000_000)).status).toBe(200)
    expect((await ask(admin, 'payouts')).json[0]).toMatchObject({ sellerId: seller.id, amount: usd(4_000_000_000) })
    expect(await totals(seller)).toEqual([
      { currency: 'USD', owed: 0, paidOut: 4_000_000_000, kept: 0, waiting: 0, fees: 0 },
    ])
  })

  test('is on the seller’s statement and the admin’s list, and off both once it was transferred', async () => {
    const { order, seller } = await aDoneOrder()
    await aDoneOrder({ seller })
    expect(await totals(seller)).toEqual([{ currency: 'USD', owed: 2500, paidOut: 0, kept: 0, waiting: 0, fees: 0 }])
    const owed = (await ask(admin, 'payouts/owed')).json as { id: string }[]
    expect(owed.find(({ id }) => id === seller.id)).toMatchObject({ amount: usd(2500), email: seller.email })
    const { seller: another } = await aDoneOrder()
    expect((await ask(admin, `payouts/owed?seller=${another.id}`)).json).toMatchObject([{ id: another.id }])
    expect((await payOut(seller, 2500)).status).toBe(200)
    expect(await totals(seller)).toEqual([{ currency: 'USD', owed: 0, paidOut: 2500, kept: 0, waiting: 0, fees: 0 }])
    expect((await ask(admin, 'payouts/owed')).text).not.toContain(seller.id)
    expect((await ask(admin, 'payouts')).json[0]).toMatchObject({
      sellerId: seller.id,
      amount: usd(2500),
      reference: 'Transfer 7',
    })
    expect((await ask(admin, `audit-log?account=${seller.id}`)).json).toMatchObject([
      { kind: 'payout_noted', by: { id: admin.id }, account: { id: seller.id }, amount: 2500, currency: 'USD' },
    ])
    const lines = (await ask(seller, 'my-statement')).json as { orderId: string; kind: string; amount: object }[]
    expect(lines).toHaveLength(4)
    expect(lines.filter(({ orderId }) => orderId === order.id).map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ['payout', usd(-1250)],
        ['owed', usd(1250)],
      ]),
    )
  })

  test('comes page by page, each line once', async () => {
    const { seller } = await aDoneOrder()
    await aDoneOrder({ seller })
    await payOut(seller, 2500)
    const { ids } = await walk(server, '/api/my-statement?limit=1', await freshToken(services, seller.id))
    expect([ids.length, new Set(ids).size]).toEqual([4, 4])
  })

  test('the seller gets an email when it was transferred', async () => {
    const { seller } = await aDoneOrder()
    const { json } = await payOut(seller, 1250)
    const mails = await bookedMails(server, { params: { payoutId: json.insertedId } })
    expect(mails).toEqual([
      expect.objectContaining({
        to: { address: seller.email, name: seller.name },
        text: expect.stringContaining('transferred $12.50 to you'),
      }),
    ])
  })
})

describe('a payout', () => {
  test('pressed five times, or by two admins at once, is one', async () => {
    const { seller } = await aDoneOrder()
    const answers = await Promise.all(Array.from({ length: 5 }, () => payOut(seller, 1250, { key: 'the-same-press' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { seller: other } = await aDoneOrder()
    const by = await anAccount(services, 'admin')
    const both = await Promise.all([payOut(other, 1250), payOut(other, 1250, { by })])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.find(({ status }) => status === 409)?.json).toMatchObject({ code: 'owed_changed' })
    expect(await totals(other)).toMatchObject([{ owed: 0, paidOut: 1250 }])
  })

  test('of another amount than is owed is refused with what is', async () => {
    const { seller } = await aDoneOrder()
    expect((await payOut(seller, 1300)).json).toMatchObject({
      code: 'owed_changed',
      detail: expect.stringContaining('now owes this seller $12.50'),
    })
    expect((await payOut({ id: crypto.randomUUID() }, 1300)).status).toBe(404)
    expect(await totals(seller)).toMatchObject([{ owed: 1250, paidOut: 0 }])
  })

  test('and a refund at the same moment leave what is true, whichever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { seller, intentId } = await aDoneOrder()
      const [paid] = await Promise.all([payOut(seller, 1250), refundThere(intentId, 250)])
      const paidOut = paid.status === 200 ? 1250 : 0
      expect(await totals(seller)).toEqual([
        { currency: 'USD', owed: 1000 - paidOut, paidOut, kept: 0, waiting: 0, fees: 0 },
      ])
    }
  })

  test('waits for a refund that is being noted, and is refused with what is owed then', async () => {
    const { order, seller } = await aDoneOrder()
    let answered: number | undefined
    const { paid } = await db.transaction().execute(async (tx) => {
      await lockOrder(tx, order.id)
      const withdrawn = { kind: 'refund_wanted', source: 'a refund', amount: 250, from: 'seller' } as const
      await insertMovement(tx, { ...withdrawn, orderId: order.id, currency: 'USD', at: clock.now() })
      const asked = payOut(seller, 1250).then((answer) => {
        answered = answer.status
        return answer
      })
      await until(async () => (await waitingForLocks(db)) === 1 || answered !== undefined)
      return { paid: asked }
    })
    expect(await paid).toMatchObject({ status: 409, json: { code: 'owed_changed' } })
    expect(await totals(seller)).toMatchObject([{ owed: 1000, paidOut: 0 }])
  })

  test('that was too much by a refund since comes off the next one', async () => {
    const { seller, intentId } = await aDoneOrder()
    await payOut(seller, 1250)
    await refundThere(intentId)
    expect(await totals(seller)).toMatchObject([{ owed: -1250 }])
    expect((await payOut(seller, 1)).status).toBe(409)
    await aDoneOrder({ seller })
    await aDoneOrder({ seller })
    expect((await payOut(seller, 1250)).status).toBe(200)
    const { rows } = await sql<{ sum: number }>`
      SELECT sum(e.amount)::int AS sum FROM ledger_entries e JOIN orders o ON o.id = e.order_id
      WHERE o.seller_id = ${seller.id}`.execute(db)
    expect(rows).toEqual([{ sum: 0 }])
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 2500 }])
  })
})
