import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { sweep } from '#server/orders/sweep.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { startDisputedShop } from '#tests/kit/disputes/at-the-provider.ts'
import { aPayment, balancesOf, deliver, refundAtTheProvider, type TestOrder } from '#tests/kit/paying.ts'
import { problemOf } from '#tests/kit/test-server.ts'
import { findDisputes } from './find-disputes.ts'
import { recordDisputes } from './record-disputes.ts'

const { server, bank, admin, as, read, aDoneOrder } = await startDisputedShop()
afterAll(server.close)
const { services, clock } = server
const { db } = server.database
const cards = services.cards!

const steps = async (order: TestOrder) =>
  ((await read(order)).timeline as { transition: string }[]).map(({ transition }) => transition)
const banksSteps = async (order: TestOrder) => (await steps(order)).filter((step) => step.startsWith('bank_'))
const refund = (order: TestOrder, amount?: string) =>
  as(order.seller, 'POST', `orders/${order.id}/refund`, { reason: 'not_met', amount })
const movementsOf = async (order: TestOrder) => {
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM ledger_entries WHERE order_id = ${order.id} AND amount > 0 ORDER BY id`.execute(db)
  return rows.map(({ kind }) => kind)
}

async function aDisputedOrder(given: Parameters<typeof bank.open>[1] = {}) {
  const { order, intentId } = await aPayment(server)
  const id = bank.open(intentId, given)
  await bank.tell(id)
  return { order, intentId, id }
}

describe('a chargeback', () => {
  test('that the bank gives back leaves the order as it was, less the provider’s fee, which is the club’s', async () => {
    const { order, id } = await aDisputedOrder()
    expect(await read(order)).toMatchObject({ state: 'paid', isDisputed: true, dueAt: null })
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: -1500, disputed: 1250, provider: 1500 })
    bank.change(id, { status: 'under_review' })
    await bank.tell(id)
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    expect(await read(order)).toMatchObject({ state: 'paid', isDisputed: false, refundable: 1250 })
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: -250, provider: 1500 })
    expect(await banksSteps(order)).toEqual(['bank_disputes', 'bank_gives_in'])
  })

  test('that the bank keeps makes the order refunded, and no longer a sale', async () => {
    const { order, id } = await aDisputedOrder()
    bank.change(id, { status: 'lost' })
    await bank.tell(id)
    expect(await read(order)).toMatchObject({
      state: 'refunded',
      paymentStatus: false,
      isCopyBack: true,
      refundable: 0,
    })
    expect(await balancesOf(server, order)).toEqual({ club: -1500, provider: 1500 })
    expect(await banksSteps(order)).toEqual(['bank_disputes', 'bank_keeps'])
    expect(
      problemOf(
        await as(order.buyer, 'POST', 'payments', {
          transactionId: (await read(order)).transactionId,
          orderInfoId: order.id,
        }),
      ),
    ).toMatchObject({ code: 'not_paid' })
    expect((await as(order.seller, 'POST', `my-buyers/${order.id}/relist`)).status).toBe(200)
  })

  test('of a part leaves the rest: the order goes on, and the seller is owed what is left', async () => {
    const { order, id } = await aDisputedOrder({ amount: 500 })
    bank.change(id, { status: 'lost' })
    await bank.tell(id)
    expect(await read(order)).toMatchObject({ state: 'paid', isDisputed: false, refundable: 750 })
    await as(order.buyer, 'POST', `my-orders/${order.id}/received`)
    clock.advance(48 * 3600)
    await takeTimeStep(services, order.id)
    expect(await balancesOf(server, order)).toMatchObject({ buyer: -750, seller: 750 })
    expect(await banksSteps(order)).toEqual(['bank_disputes', 'bank_keeps_part'])
  })

  test('of an order that is done takes back what was owed to the seller, and nothing twice', async () => {
    const { order, intentId } = await aDoneOrder()
    const id = bank.open(intentId)
    await bank.tell(id)
    expect(await balancesOf(server, order)).toMatchObject({ seller: 1250, disputed: 1250 })
    bank.change(id, { status: 'lost' })
    await Promise.all(Array.from({ length: 10 }, () => bank.tell(id)))
    expect(await read(order)).toMatchObject({ state: 'refunded', isCopyBack: false })
    expect(await balancesOf(server, order)).toEqual({ club: -1500, provider: 1500 })
    const kinds = await movementsOf(order)
    expect(kinds.filter((kind) => kind.startsWith('dispute_'))).toEqual([
      'dispute_withdrawn',
      'dispute_cost',
      'dispute_lost',
      'dispute_borne',
    ])
  })

  test('after a refund is the club’s loss as far as the seller has nothing left of it', async () => {
    const { order, intentId } = await aPayment(server)
    await refund(order, '5.00')
    const id = bank.open(intentId, { status: 'lost', cost: 0 })
    await bank.tell(id)
    expect((await read(order)).state).toBe('refunded')
    expect(await balancesOf(server, order)).toEqual({ buyer: 500, club: -500 })
    // All of it was refunded before: nothing changes for the seller.
    const second = await aPayment(server)
    await refund(second.order)
    await bank.tell(bank.open(second.intentId, { status: 'lost', cost: 0 }))
    expect(await balancesOf(server, second.order)).toEqual({ buyer: 1250, club: -1250 })
    expect(await banksSteps(second.order)).toEqual(['bank_keeps'])
  })

  test('takes from the seller no more than was left, also where refunds made before it are reported after it', async () => {
    const { order, intentId } = await aDoneOrder()
    for (const amount of [300, 500]) await refundAtTheProvider(server, intentId, amount)
    // The events of the refunds come late: the shop hears of the loss first.
    await bank.tell(bank.open(intentId, { status: 'lost', cost: 0 }))
    expect(await balancesOf(server, order)).toEqual({ buyer: 800, club: -800 })
    expect((await read(order)).state).toBe('refunded')
    const second = await aDoneOrder()
    const id = bank.open(second.intentId, { status: 'lost', cost: 0 })
    await recordDisputes({ ...services, cards }, second.intentId)
    await refundAtTheProvider(server, second.intentId, 300)
    for (let count = 0; count < 2; count += 1) await bank.tell(id)
    expect(await balancesOf(server, second.order)).toEqual({ buyer: 300, club: -300 })
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    expect(await balancesOf(server, second.order)).toEqual({ buyer: -950, seller: 950 })
  })

  test('takes the place of a refund that the provider has not made, and goes before it', async () => {
    const { order, intentId } = await aPayment(server)
    const { refund: give } = cards
    cards.refund = async () => 'disputed'
    const id = bank.open(intentId)
    expect((await refund(order, '5.00')).status).toBe(200)
    // The provider's refusal told of the dispute, and the refund waits.
    expect(await read(order)).toMatchObject({ isDisputed: true, refunds: [{ amount: 500, isDone: false }] })
    cards.refund = async () => Promise.reject(new Error('asked for a refund while the bank has the payment'))
    await sweep(services)
    cards.refund = give
    bank.change(id, { status: 'lost' })
    await bank.tell(id)
    expect(await read(order)).toMatchObject({ state: 'refunded', refunds: [] })
    expect(await balancesOf(server, order)).toEqual({ club: -1500, provider: 1500 })
  })

  test('that was lost and is won on appeal gives the seller back what it took', async () => {
    const { order, intentId } = await aDoneOrder()
    const id = bank.open(intentId, { amount: 500, status: 'lost', cost: 0 })
    await bank.tell(id)
    expect(await balancesOf(server, order)).toEqual({ buyer: -750, seller: 750 })
    bank.change(id, { status: 'under_review' })
    await bank.tell(id)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, disputed: 500, seller: 750 })
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, seller: 1250 })
    expect(await banksSteps(order)).toEqual(['bank_keeps_part', 'bank_disputes', 'bank_gives_in'])
  })

  test('whose money the bank takes only after its decision makes the order refunded then', async () => {
    const { order, id } = await aDisputedOrder({ status: 'lost', withdrawn: 0, cost: 0 })
    expect(await read(order)).toMatchObject({ state: 'paid', refundable: 1250 })
    bank.change(id, { withdrawn: 1250 })
    await bank.tell(id)
    bank.change(id, { respondBy: null })
    await bank.tell(id)
    expect((await read(order)).state).toBe('refunded')
    expect(await balancesOf(server, order)).toEqual({})
    expect(await banksSteps(order)).toEqual(['bank_keeps_part', 'bank_keeps'])
  })

  test('in another currency counts for all of the payment, and its fee for nothing', async () => {
    const { order, id } = await aDisputedOrder({ amount: 900, withdrawn: 900, currency: 'eur', cost: 1400 })
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, disputed: 1250 })
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 1250 })
  })

  test('of more than was paid is the club’s beyond that; several of one payment take no more from the seller', async () => {
    const { order, intentId } = await aDoneOrder()
    for (const amount of [1000, 700]) await bank.tell(bank.open(intentId, { amount, status: 'lost', cost: 0 }))
    expect(await balancesOf(server, order)).toEqual({ buyer: 450, club: -450 })
    expect((await read(order)).state).toBe('refunded')
    expect(await banksSteps(order)).toEqual(['bank_keeps_part', 'bank_keeps'])
  })
})

describe('while the bank has not decided', () => {
  test('time makes no step; afterwards a day at least is left', async () => {
    const { order, id } = await aDisputedOrder()
    clock.advance(15 * 24 * 3600)
    await sweep(services)
    await takeTimeStep(services, order.id)
    expect((await read(order)).state).toBe('paid')
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    const { dueAt } = await read(order)
    expect(new Date(dueAt as string).getTime() - clock.now().getTime()).toBe(24 * 3600_000)
    clock.advance(24 * 3600)
    await takeTimeStep(services, order.id)
    expect((await read(order)).state).toBe('handed_over')
  })

  test('a refund is refused in words; while the bank only asks, a refund settles it', async () => {
    const { order } = await aDisputedOrder()
    for (const amount of ['5.00', undefined])
      expect(problemOf(await refund(order, amount))).toMatchObject({
        status: 409,
        code: 'order_not_open',
        detail: expect.stringContaining('Nothing can be refunded until it has decided'),
      })
    const asked = await aDisputedOrder({ isInquiry: true, withdrawn: 0, cost: 0 })
    expect(await read(asked.order)).toMatchObject({ isDisputed: true, disputes: [{ isInquiry: true }] })
    expect((await refund(asked.order)).status).toBe(200)
    bank.change(asked.id, { status: 'closed' })
    await bank.tell(asked.id)
    expect(await read(asked.order)).toMatchObject({ state: 'refunded', isDisputed: false })
    expect(await balancesOf(server, asked.order)).toEqual({})
    expect(await banksSteps(asked.order)).toEqual(['bank_asks', 'bank_gives_in'])
  })

  test('a question that becomes a chargeback is one, and says so', async () => {
    const { order, id } = await aDisputedOrder({ isInquiry: true, withdrawn: 0, cost: 0 })
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: 1250 })
    bank.change(id, { isInquiry: false, withdrawn: 1250, cost: 1500 })
    await bank.tell(id)
    expect(await balancesOf(server, order)).toMatchObject({ disputed: 1250, provider: 1500 })
    expect(await banksSteps(order)).toEqual(['bank_asks', 'bank_disputes'])
  })

  test('only admins read when the answer is due, and what it cost', async () => {
    const { order } = await aDisputedOrder()
    const dispute = { amount: 1250, status: 'needs_response', endedAt: null }
    for (const side of [order.buyer, order.seller])
      expect((await read(order, side)).disputes).toMatchObject([{ ...dispute, respondBy: null, cost: null }])
    expect((await read(order, admin)).disputes).toMatchObject([
      { ...dispute, respondBy: expect.any(String), cost: 1500 },
    ])
  })
})

describe('what tells of a chargeback', () => {
  test('events of all kinds and the sweep, at once and repeated, move everything once', async () => {
    const { order, intentId } = await aDoneOrder()
    const id = bank.open(intentId)
    const tellers = [
      () => bank.tell(id),
      () => deliver(server, bank.eventOf(id, { isNamed: false })),
      () => findDisputes(services),
      () => recordDisputes({ ...services, cards }, intentId),
    ]
    await Promise.all(Array.from({ length: 20 }, (_, turn) => tellers[turn % tellers.length]!()))
    expect(await balancesOf(server, order)).toEqual({
      buyer: -1250,
      seller: 1250,
      disputed: 1250,
      club: -2750,
      provider: 1500,
    })
    expect(await banksSteps(order)).toEqual(['bank_disputes'])
  })

  test('an answer that the provider gave before, and that comes late, is dropped', async () => {
    const { order, intentId, id } = await aDisputedOrder()
    const { listOf } = cards.disputes!
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // What it said before the bank decided arrives after what it said then.
    cards.disputes!.listOf = async (intent) => {
      const before = structuredClone(await listOf(intent))
      cards.disputes!.listOf = listOf
      asked.resolve()
      await answered.promise
      return before
    }
    bank.change(id, { status: 'under_review', cost: 1600 })
    const late = recordDisputes({ ...services, cards }, intentId)
    await asked.promise
    bank.change(id, { status: 'closed', withdrawn: 0 })
    await bank.tell(id)
    answered.resolve()
    await late
    expect(await read(order)).toMatchObject({ isDisputed: false, disputes: [{ status: 'closed' }] })
    expect(await banksSteps(order)).toEqual(['bank_disputes', 'bank_gives_in'])
  })

  test('without any event it is found, and so is its end, months later', async () => {
    const { order, intentId } = await aPayment(server)
    const id = bank.open(intentId)
    await findDisputes(services)
    expect((await read(order)).isDisputed).toBe(true)
    clock.advance(80 * 24 * 3600)
    bank.change(id, { status: 'closed' })
    await findDisputes(services)
    expect(await read(order)).toMatchObject({ isDisputed: false })
    // The bank's money comes last.
    bank.change(id, { withdrawn: 0 })
    await findDisputes(services)
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: -250, provider: 1500 })
  })

  test('a dispute that the provider lists is found, and so is its end, whatever it says of the payment itself', async () => {
    const { order, intentId } = await aPayment(server)
    const id = bank.open(intentId, { isInquiry: true, withdrawn: 0, cost: 0 })
    const { findIntent } = cards
    cards.findIntent = async (intent) => {
      const report = await findIntent(intent)
      return report && { ...report, isDisputed: false }
    }
    await findDisputes(services)
    expect((await read(order)).isDisputed).toBe(true)
    bank.change(id, { status: 'closed' })
    await findDisputes(services)
    cards.findIntent = findIntent
    expect(await read(order)).toMatchObject({ isDisputed: false, disputes: [{ status: 'closed' }] })
  })

  test('of a payment that paid for nothing, or of another program, it leaves every order as it is', async () => {
    const foreign = await cards.openIntent({ orderId: 'soap-1', amount: 1250, currency: 'usd', description: 'soap' })
    expect((await bank.tell(bank.open(foreign.intentId))).status).toBe(200)
    const { order, intentId } = await aPayment(server)
    await sql`UPDATE payments SET refund_reason = 'the order was cancelled when the payment arrived'
      WHERE intent_id = ${intentId}`.execute(db)
    await bank.tell(bank.open(intentId, { cost: 0 }))
    expect(await read(order)).toMatchObject({ state: 'paid', isDisputed: false })
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, disputed: 1250 })
  })

  test('a dispute that was won before the shop heard of it changes nothing but the fee', async () => {
    const { order, intentId } = await aPayment(server)
    await bank.tell(bank.open(intentId, { status: 'closed', withdrawn: 0 }))
    expect(await balancesOf(server, order)).toEqual({ buyer: -1250, club: -250, provider: 1500 })
    expect(await banksSteps(order)).toEqual([])
  })

  test('refunds at the provider beside a lost part make the order refunded, not more', async () => {
    const { order, intentId } = await aPayment(server)
    await bank.tell(bank.open(intentId, { amount: 500, status: 'lost', cost: 0 }))
    await refundAtTheProvider(server, intentId, 750)
    await bank.tell(bank.open(intentId, { isInquiry: true, withdrawn: 0, cost: 0, status: 'closed' }))
    expect((await read(order)).state).toBe('refunded')
    expect(await balancesOf(server, order)).toEqual({})
  })
})
