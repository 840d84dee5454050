import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { deleteTradeOf } from '#server/orders/delete-trade.ts'
import { sweep } from '#server/orders/sweep.ts'
import {
  anAgreedOrder,
  anOrderPaidAtTheProvider,
  aPayment,
  balancesOf,
  confirmCard,
  deliverAll,
  reportPaid,
  refundAtTheProvider,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { insertMovement } from './ledger.sql.ts'

const server = await startTestServer({ connections: 10 })
await withholdEvents(server)
const { services, send, clock } = server
const { db } = server.database

const act = (order: TestOrder, side: 'buyer' | 'seller', path: string, body?: object) =>
  send('POST', `/api/${path}`, { as: order[side], body })
const received = (order: TestOrder) => act(order, 'buyer', `my-orders/${order.id}/received`)
const refund = (order: TestOrder, amount?: string) =>
  act(order, 'seller', `orders/${order.id}/refund`, { reason: 'goodwill', amount })

async function finish(order: TestOrder) {
  await received(order)
  clock.advance(48 * 3600)
  await sweep(services)
}

describe('an order’s money is', () => {
  test('with the club once it is paid, and owed to the seller once the order is done, less what went back', async () => {
    const { order } = await aPayment(server)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 1250 })
    await refund(order, '2.50')
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, club: 1000 })
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, seller: 1000 })
  })

  test('on its way while a refund is wanted, and nowhere once all is back', async () => {
    const { order } = await aPayment(server)
    vi.spyOn(services.cards!, 'refund').mockRejectedValueOnce(new Error('away'))
    await refund(order, '2.50')
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 1000, refunds: 250 })
    await sweep(services)
    await refund(order)
    expect(await balancesOf(server, order)).toEqual({})
  })

  test('less with the seller when the provider gives it back after the order was done', async () => {
    const { order, intentId } = await aPayment(server)
    await finish(order)
    await refundAtTheProvider(server, intentId, 300)
    await deliverAll(server, intentId)
    expect(await balancesOf(server, order)).toEqual({ buyer: -950, seller: 950 })
  })

  test('the seller’s still where a card pays once more for an order that is done', async () => {
    const { order } = await aPayment(server)
    await finish(order)
    const once = { orderId: order.id, amount: 1250, currency: 'usd', description: 'again' }
    const { intentId, clientSecret } = await services.cards!.openIntent(once)
    await confirmCard(server, clientSecret)
    await deliverAll(server, intentId)
    expect((await services.cards!.findIntent(intentId))?.refunded).toBe(1250)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, seller: 1250 })
  })

  test('put back where the provider gave it back another way', async () => {
    const { order, intentId } = await aPayment(server)
    vi.spyOn(services.cards!, 'refund').mockRejectedValueOnce(new Error('away'))
    await refund(order, '5.00')
    await refundAtTheProvider(server, intentId, 1000)
    await deliverAll(server, intentId)
    await sweep(services)
    expect(await balancesOf(server, order)).toEqual({})
    const { rows } = await sql<{ kind: string }>`
      SELECT DISTINCT kind FROM ledger_entries WHERE order_id = ${order.id} ORDER BY kind`.execute(db)
    expect(rows.map(({ kind }) => kind)).toContain('refund_withdrawn')
  })

  test('nowhere once all is back, also where a wanted refund was withdrawn in part after the order was done', async () => {
    const { order, intentId } = await aPayment(server)
    const away = vi.spyOn(services.cards!, 'refund').mockRejectedValue(new Error('away'))
    await refund(order, '5.00')
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, refunds: 500, seller: 750 })
    await refundAtTheProvider(server, intentId, 1000)
    away.mockRestore()
    await deliverAll(server, intentId)
    // Withdrawing the refund gave the seller back what they had borne.
    expect(await balancesOf(server, order)).toEqual({})
  })

  test('in the seller’s hand where it was cash, and back from there', async () => {
    const order = await anAgreedOrder(server)
    await received(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, cash: 1250 })
    await refund(order, '2.50')
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, cash: 1000 })
    clock.advance(48 * 3600)
    await sweep(services)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, cash: 1000 })
  })

  test('short of what the provider keeps for its work, where it tells: the club bears that', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    const { findIntent } = services.cards!
    vi.spyOn(services.cards!, 'findIntent').mockImplementationOnce(async (id) => {
      const report = await findIntent(id)
      return report && { ...report, cost: 66 }
    })
    await reportPaid(server, order)
    await finish(order)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, seller: 1250, club: -66, provider: 66 })
  })
})

describe('the database itself', () => {
  test('takes no movement that doesn’t sum to zero, and none twice', async () => {
    const { order } = await aPayment(server)
    const lopsided = sql`
      INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
      VALUES (gen_random_uuid(), ${order.id}, 'owed', 'x', 'seller', 5, 'USD', now())`.execute(db)
    await expect(lopsided).rejects.toThrow('do not sum to zero')
    const again = db.transaction().execute((tx) => {
      const at = clock.now()
      return insertMovement(tx, { orderId: order.id, kind: 'owed', source: 'x', amount: 5, currency: 'USD', at }).then(
        () => insertMovement(tx, { orderId: order.id, kind: 'owed', source: 'x', amount: 5, currency: 'USD', at }),
      )
    })
    await expect(again).rejects.toThrow('duplicate key')
  })

  test('lets no user change or delete an entry; entries go with their order', async () => {
    const { order } = await aPayment(server)
    const attempts = ['UPDATE ledger_entries SET amount = 1', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries']
    for (const attempt of attempts) await expect(sql.raw(attempt).execute(db)).rejects.toThrow(/not changed|permission/)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 1250 })
    await db.transaction().execute((tx) => deleteTradeOf(tx, [order.buyer.id], clock.now()))
    expect(await balancesOf(server, order)).toEqual({})
  })
})
