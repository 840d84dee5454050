import { afterAll, describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { freshToken } from '#tests/kit/accounts-and-books.ts'
import { startDisputedShop } from '#tests/kit/disputes/at-the-provider.ts'
import { aPayment, type TestOrder } from '#tests/kit/paying.ts'
import { problemOf } from '#tests/kit/test-server.ts'

const { server, bank, admin, as, aDoneOrder } = await startDisputedShop()
afterAll(server.close)
const { services, clock } = server

describe('what is owed to the seller', () => {
  const owed = async ({ seller }: TestOrder) => (await as(admin, 'GET', `payouts/owed?seller=${seller.id}`)).json
  const waiting = async ({ seller }: TestOrder) => (await as(admin, 'GET', `payouts/waiting?seller=${seller.id}`)).json
  const totals = async ({ seller }: TestOrder) => (await as(seller, 'GET', 'my-statement/totals')).json
  const payOut = ({ seller }: TestOrder, minor: number) =>
    as(admin, 'POST', 'payouts', {
      sellerId: seller.id,
      amount: { minor, currency: 'USD' },
      reference: 'Transfer 7',
      key: `press-${crypto.randomUUID()}`,
    })

  test('waits with its reason and day, can’t be transferred, and is owed again when the bank gives it back', async () => {
    const { order, intentId } = await aDoneOrder()
    const id = bank.open(intentId)
    await bank.tell(id)
    expect(await owed(order)).toEqual([])
    expect(await waiting(order)).toEqual([
      {
        id: order.id,
        title: expect.any(String),
        sellerId: order.seller.id,
        name: order.seller.name,
        amount: { minor: 1250, currency: 'USD' },
        why: 'disputed',
        since: expect.any(String),
        respondBy: expect.any(String),
        reason: null,
      },
    ])
    expect(await totals(order)).toMatchObject([{ owed: 1250, waiting: 1250 }])
    expect(problemOf(await payOut(order, 1250))).toMatchObject({ status: 409, code: 'owed_changed' })
    bank.change(id, { status: 'under_review' })
    await bank.tell(id)
    expect(await waiting(order)).toMatchObject([{ why: 'disputed', respondBy: null }])
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    expect([await waiting(order), await totals(order)]).toMatchObject([[], [{ owed: 1250, waiting: 0 }]])
    expect((await payOut(order, 1250)).status).toBe(200)
  })

  test('waits as well while the bank only asks, and is not owed when it is lost', async () => {
    const { order, intentId } = await aDoneOrder()
    const id = bank.open(intentId, { isInquiry: true, withdrawn: 0, cost: 0 })
    await bank.tell(id)
    expect(await waiting(order)).toMatchObject([{ why: 'asked' }])
    clock.advance(60)
    bank.change(id, { isInquiry: false, withdrawn: 1250, status: 'lost' })
    await bank.tell(id)
    expect([await owed(order), await waiting(order)]).toEqual([[], []])
    expect(await totals(order)).toMatchObject([{ owed: 0, waiting: 0 }])
    const { json } = await as(order.seller, 'GET', 'my-statement')
    expect(json).toMatchObject([
      { kind: 'dispute_borne', amount: { minor: -1250 } },
      { kind: 'owed', amount: { minor: 1250 } },
    ])
  })

  test('and was transferred before is the club’s when it is lost: shown, and taken off the next transfer', async () => {
    const { order, intentId } = await aDoneOrder()
    expect((await payOut(order, 1250)).status).toBe(200)
    const id = bank.open(intentId)
    await bank.tell(id)
    // Not before the bank has decided.
    expect(await totals(order)).toMatchObject([{ owed: 0 }])
    bank.change(id, { status: 'lost' })
    await bank.tell(id)
    expect(await totals(order)).toMatchObject([{ owed: -1250 }])
    expect([await owed(order), await waiting(order)]).toMatchObject([
      [],
      [{ why: 'gone_back', amount: { minor: -1250 } }],
    ])
    const seller = { ...order.seller, token: await freshToken(services, order.seller.id) }
    for (let count = 0; count < 2; count += 1) {
      const { order: next } = await aPayment(server, { seller })
      await as(next.buyer, 'POST', `my-orders/${next.id}/received`)
    }
    clock.advance(48 * 3600)
    await sweep(services)
    expect(await owed(order)).toMatchObject([{ amount: { minor: 1250 }, less: 1250 }])
    expect((await payOut(order, 1250)).status).toBe(200)
    expect(await waiting(order)).toEqual([])
  })

  test('a transfer and a dispute at the same moment leave what is true, whichever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order, intentId } = await aDoneOrder()
      const id = bank.open(intentId, { status: 'lost', cost: 0 })
      const [paid] = await Promise.all([payOut(order, 1250), bank.tell(id)])
      const paidOut = paid.status === 200 ? 1250 : 0
      expect(await totals(order)).toEqual([
        { currency: 'USD', owed: 0 - paidOut, paidOut, kept: 0, waiting: 0, fees: 0 },
      ])
    }
  })
})
