import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '#tests/kit/test-server.ts'
import { balancesOf, deliver, eventsAbout, type TestOrder } from '#tests/kit/paying.ts'
import { disputesAtTheProvider } from '#tests/kit/disputes/at-the-provider.ts'
import { startPayingShop } from '#tests/kit/payouts/paying-out.ts'
import { payOut } from './pay-out.ts'

const shop = await startPayingShop()
const { server, provider, aSeller, aDoneOrder, pay, totals, waiting, payByHand, as, admin, refundThere } = shop
const { clock, services } = server
const { db } = server.database
const sdk = await shop.sdk()
const bank = disputesAtTheProvider(server)
afterEach(() => void vi.restoreAllMocks())

/** The newest transfer of an order at the provider. */
const transferOf = async ({ id }: Pick<TestOrder, 'id'>) =>
  (await sdk.transfers.list({ transfer_group: `order-${id}` })).data[0]!

async function aPaidOutOrder() {
  const done = await aDoneOrder(await aSeller())
  await pay()
  expect(await totals(done.seller)).toMatchObject([{ owed: 0, paidOut: 1250 }])
  return done
}

describe('money faults that others met:', () => {
  test('a refund doesn’t forget the transfer: it is taken back by as much, a part or all', async () => {
    const { order, seller, intentId } = await aPaidOutOrder()
    await refundThere(intentId, 250)
    await pay()
    expect(await transferOf(order)).toMatchObject({ amount: 1250, amount_reversed: 250, reversed: false })
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, paid_out: 1000 })
    await refundThere(intentId)
    await pay()
    await pay()
    expect(await transferOf(order)).toMatchObject({ amount_reversed: 1250, reversed: true })
    expect([await balancesOf(server, order), await totals(seller)]).toMatchObject([{}, [{ owed: 0, paidOut: 0 }]])
    const { json } = await as(seller, 'GET', 'my-statement')
    expect(
      (json as { kind: string; amount: { minor: number } }[]).map(({ kind, amount }) => [kind, amount.minor]),
    ).toEqual(
      expect.arrayContaining([
        ['payout', -1250],
        ['payout', 250],
        ['payout', 1000],
      ]),
    )
    expect((await as(admin, 'GET', 'payouts?limit=1')).json).toMatchObject([{ isByProvider: true, reversed: 1250 }])
  })

  test('a fully refunded order isn’t paid any more, whatever was transferred', async () => {
    const { order, intentId } = await aPaidOutOrder()
    await refundThere(intentId)
    await pay()
    expect((await as(order.buyer, 'GET', `my-orders/${order.id}`)).json).toMatchObject({ state: 'refunded' })
    const ledger = (await as(admin, 'GET', `orders/${order.id}/record`)).json.movements as { kind: string }[]
    expect(ledger.filter(({ kind }) => kind === 'payout')).toMatchObject([
      { from: 'seller', to: 'paid_out', amount: { minor: 1250 } },
      { from: 'paid_out', to: 'seller', amount: { minor: 1250 } },
    ])
    await pay()
    expect((await sdk.transfers.list({ transfer_group: `order-${order.id}` })).data).toHaveLength(1)
  })

  test('a webhook that is registered twice sends everything under two ids, and moves it once', async () => {
    const { order, seller, intentId } = await aPaidOutOrder()
    await refundThere(intentId, 250)
    await pay()
    const twice = async (payload: string) => {
      const { id } = JSON.parse(payload) as { id: string }
      for (const each of [payload, payload.replace(id, `${id}b`)])
        expect((await deliver(server, each)).status).toBe(200)
    }
    const { id: transferId } = await transferOf(order)
    const events = [...(await eventsAbout(server, intentId)), ...(await eventsAbout(server, transferId))]
    expect(events.length).toBeGreaterThan(2)
    for (const event of events) await twice(event)
    await pay()
    expect(await balancesOf(server, order)).toEqual({ buyer: -1000, paid_out: 1000 })
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1000 }])
    expect((await transferOf(order)).amount_reversed).toBe(250)
  })

  test('no more is transferred than the payment brought in, also by a shop that has forgotten its transfer', async () => {
    const { order, seller } = await aPaidOutOrder()
    // As after the restore of a backup from before.
    await db.transaction().execute(async (tx) => {
      await sql`ALTER TABLE ledger_entries DISABLE TRIGGER USER`.execute(tx)
      await sql`DELETE FROM ledger_entries WHERE order_id = ${order.id} AND kind = 'payout'`.execute(tx)
      await sql`ALTER TABLE ledger_entries ENABLE TRIGGER USER`.execute(tx)
      await sql`DELETE FROM transfers WHERE order_id = ${order.id}`.execute(tx)
      await sql`
        INSERT INTO owed_orders (order_id, seller_id, currency, amount) VALUES (${order.id}, ${seller.id}, 'USD', 1250)`.execute(
        tx,
      )
    })
    await pay()
    expect(await waiting(seller)).toMatchObject([{ why: 'refused', reason: expect.stringContaining('more than') }])
    expect((await sdk.transfers.list({ transfer_group: `order-${order.id}` })).data).toHaveLength(1)
  })
})

describe('a chargeback after the transfer', () => {
  test('takes it back once it is lost, not before; won on appeal it is owed and transferred again', async () => {
    const { order, seller, intentId } = await aPaidOutOrder()
    const id = bank.open(intentId)
    await bank.tell(id)
    await pay()
    expect((await transferOf(order)).amount_reversed).toBe(0)
    bank.change(id, { status: 'lost' })
    await bank.tell(id)
    await pay()
    expect((await transferOf(order)).amount_reversed).toBe(1250)
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 0 }])
    clock.advance(60)
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    await pay()
    const again = (await sdk.transfers.list({ transfer_group: `order-${order.id}` })).data
    expect(again.map(({ amount }) => amount)).toEqual([1250, 1250])
    expect(again.filter(({ reversed }) => reversed)).toHaveLength(1)
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1250 }])
  })
})

describe('taking back', () => {
  test('what is gone leaves the seller’s balance below zero, visible, and is tried a day later', async () => {
    const { order, seller, intentId } = await aPaidOutOrder()
    clock.advance(3 * 24 * 3600)
    await refundThere(intentId)
    const reverse = vi.spyOn(services.payouts.transfers!, 'reverse')
    await pay()
    await pay()
    expect(reverse).toHaveBeenCalledTimes(1)
    expect(await totals(seller)).toMatchObject([{ owed: -1250, paidOut: 1250 }])
    expect(await waiting(seller)).toMatchObject([{ why: 'gone_back', reason: expect.stringContaining('too little') }])
    clock.advance(24 * 3600 + 1)
    await pay()
    expect(reverse).toHaveBeenCalledTimes(2)
    // What is transferred next is less by it.
    await aDoneOrder(seller)
    await pay()
    expect([await totals(seller), await waiting(seller)]).toMatchObject([[{ owed: 0, paidOut: 1250 }], []])
    expect((await transferOf(order)).amount_reversed).toBe(0)
  })

  test('whose answer was lost is recorded by the next look, and done once', async () => {
    const { order, seller, intentId } = await aPaidOutOrder()
    await refundThere(intentId, 250)
    const { reverse } = provider.transfers
    vi.spyOn(services.payouts.transfers!, 'reverse').mockImplementationOnce(async (asked) => {
      await reverse(asked)
      throw new Error('The answer got lost')
    })
    await pay()
    expect(await waiting(seller)).toMatchObject([{ why: 'under_way' }])
    await pay()
    expect((await transferOf(order)).amount_reversed).toBe(250)
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1000 }])
  })

  test('by five at once, in two programs, and while an event tells of it, is done once', async () => {
    const other = await startPayingShop(server)
    const { order, seller, intentId } = await aPaidOutOrder()
    await refundThere(intentId, 250)
    const { id } = await transferOf(order)
    const tell = () => shop.tell('transfer.reversed', { object: 'transfer', id })
    await Promise.all([pay(), other.pay(), pay(), tell(), other.pay(), tell()])
    await tell()
    expect((await transferOf(order)).amount_reversed).toBe(250)
    expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1000 }])
  })
})

describe('a transfer that came back at the provider', () => {
  test('is owed again, visible, and tried once a day at most', async () => {
    const { order, seller } = await aPaidOutOrder()
    const { id } = await transferOf(order)
    await sdk.transfers.createReversal(id, {})
    for (const _ of ['once', 'twice']) await shop.tell('transfer.reversed', { object: 'transfer', id })
    expect(await totals(seller)).toMatchObject([{ owed: 1250, paidOut: 0 }])
    await pay()
    expect(await waiting(seller)).toMatchObject([{ why: 'returned', amount: { minor: 1250 } }])
    expect((await as(seller, 'GET', 'my-payout-account')).json).toMatchObject({ waits: 'returned' })
    expect(await totals(seller)).toMatchObject([{ owed: 1250 }])
    clock.advance(24 * 3600 + 1)
    await pay()
    expect([await totals(seller), await waiting(seller)]).toMatchObject([[{ owed: 0, paidOut: 1250 }], []])
    // The payment gave its money once; the second transfer is of the balance.
    expect((await transferOf(order)).source_transaction).toBeNull()
  })

  test('is found by the daily look where no event came, and may be paid by hand instead', async () => {
    const { order, seller } = await aPaidOutOrder()
    await sdk.transfers.createReversal((await transferOf(order)).id, { amount: 500 })
    clock.advance(24 * 3600 + 1)
    await pay()
    expect(await waiting(seller)).toMatchObject([{ why: 'returned', amount: { minor: 500 } }])
    expect((await payByHand(seller, 500)).status).toBe(200)
    clock.advance(24 * 3600 + 1)
    await pay()
    expect([await totals(seller), await waiting(seller)]).toMatchObject([[{ owed: 0, paidOut: 1250 }], []])
    expect((await sdk.transfers.list({ transfer_group: `order-${order.id}` })).data).toHaveLength(1)
  })
})

test('switching to payouts by hand and back loses nothing', async () => {
  const { seller, order } = await aDoneOrder(await aSeller())
  vi.spyOn(services.payouts.transfers!, 'make').mockRejectedValue(new Error('away'))
  await pay()
  vi.restoreAllMocks()
  const byHand = await startTestServer({ on: server, env: { PAYOUTS: 'hand' } })
  await payOut(byHand.services)
  const there = (path: string) => byHand.send('GET', `/api/${path}`, { as: admin })
  // What was asked of the provider stays under way: an admin can't pay it a second time.
  expect((await there(`payouts/waiting?seller=${seller.id}`)).json).toMatchObject([{ why: 'under_way' }])
  expect((await there(`payouts/owed?seller=${seller.id}`)).json).toEqual([])
  const refused = await byHand.send('POST', '/api/my-payout-account', { as: seller })
  expect(refused).toMatchObject({ status: 409, json: { code: 'not_offered' } })
  await pay()
  expect((await sdk.transfers.list({ transfer_group: `order-${order.id}` })).data).toHaveLength(1)
  expect(await totals(seller)).toMatchObject([{ owed: 0, paidOut: 1250 }])
})
