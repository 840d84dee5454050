import { mailTimes } from '#server/mail/mail-times.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { newsOf } from '#server/orders/mails/order-news.ts'
import { findOrderWithEvents } from '#server/orders/orders.sql.ts'
import { sweep } from '#server/orders/sweep.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import {
  anAgreedOrder,
  anOrderPaidAtTheProvider,
  aPayment,
  deliverAll,
  refundAtTheProvider,
  withholdEvents,
  type TestOrder,
} from '#tests/kit/paying.ts'
import { refundMails, rendered } from '#tests/kit/booked-mails.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send } = server
const { db } = server.database
const { cards } = services

const refund = (order: TestOrder, { id }: Pick<TestAccount, 'id'>, body: object) =>
  send('POST', `/api/orders/${order.id}/refund`, { as: { id }, body: { reason: 'not_as_described', ...body } })
const read = async (order: TestOrder, side: 'buyer' | 'seller' = 'buyer') =>
  (await send('GET', `/api/my-orders/${order.id}`, { as: order[side] })).json
const act = (order: TestOrder, side: 'buyer' | 'seller', path: string) =>
  send('POST', `/api/${path}`, { as: order[side] })
const backAtTheProvider = async (intentId: string) => (await cards!.findIntent(intentId))?.refunded
const amountsOf = async (order: TestOrder) =>
  ((await read(order)).refunds as { amount: number }[]).map(({ amount }) => amount)

describe('a part', () => {
  test('goes back by the card provider and leaves the order as it is; the rest makes it refunded', async () => {
    const [{ order, intentId }, admin] = [await aPayment(server), await anAccount(services, 'admin')]
    expect((await refund(order, order.seller, { amount: '5.00' })).status).toBe(200)
    expect(await backAtTheProvider(intentId)).toBe(500)
    for (const side of ['buyer', 'seller'] as const)
      expect(await read(order, side)).toMatchObject({
        state: 'paid',
        refundable: 750,
        refunds: [{ amount: 500, who: 'seller', reason: 'not_as_described', isDone: true }],
      })
    expect((await refund(order, admin, { reason: 'goodwill' })).status).toBe(200)
    expect(await backAtTheProvider(intentId)).toBe(1250)
    expect(await read(order)).toMatchObject({
      state: 'refunded',
      refundable: 0,
      refunds: [{ amount: 500 }, { amount: 750, who: 'club', reason: 'goodwill', isDone: true }],
    })
  })

  test('is mailed to both sides with its amount and reason', async () => {
    const { order } = await aPayment(server)
    await refund(order, order.seller, { amount: '5.00' })
    const mails = await refundMails(server, order)
    expect(mails).toHaveLength(2)
    for (const { subject, text } of mails) {
      expect(subject).toMatch(/^Refunded in part: /)
      expect(text).toContain('refunded $5.00 of $12.50 for ')
    }
  })

  test('of the rest is mailed as a full refund', async () => {
    const { order } = await aPayment(server)
    await refund(order, order.seller, { amount: '5.00' })
    const first = (await refundMails(server, order)).length
    await refund(order, order.seller, { amount: '7.50' })
    const mails = (await refundMails(server, order)).filter(({ text }) => text.includes('$7.50 of $12.50'))
    expect([first, mails.length]).toEqual([2, 2])
    for (const { subject, text } of mails) {
      expect(subject).toMatch(/^Refunded: /)
      expect(text).toContain('that’s the whole price, and the order is closed')
    }
  })

  test.each([
    ['12.51', 'At most $12.50 is left to refund'],
    ['0', 'Write an amount up to $12.50'],
    ['1.005', 'Write an amount up to $12.50'],
    ['-1', 'Write only the amount, in digits'],
  ])('of %s is refused at its field: %s', async (amount, message) => {
    const { order, intentId } = await aPayment(server)
    const refused = await refund(order, order.seller, { amount })
    expect(refused).toMatchObject({ status: 422, json: { invalidFields: [{ field: 'amount', message }] } })
    expect(await backAtTheProvider(intentId)).toBe(0)
  })

  test('that is sent again with the same key goes back once', async () => {
    const { order, intentId } = await aPayment(server)
    const body = { amount: '5.00', key: 'one-press-of-a-button' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(order, order.seller, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect([await amountsOf(order), await backAtTheProvider(intentId)]).toEqual([[500], 500])
  })

  test('of an order refunded meanwhile is refused; a known key returns the earlier refund', async () => {
    const { order } = await aPayment(server)
    const body = { amount: '5.00', key: 'pressed-before-the-rest' }
    await refund(order, order.seller, body)
    await refund(order, order.seller, {})
    expect(await refund(order, order.seller, body)).toMatchObject({ status: 200 })
    const late = await refund(order, order.seller, { amount: '5.00', key: 'pressed-after-the-rest' })
    expect(late).toMatchObject({ status: 409, json: { code: 'order_not_open' } })
    expect(await refund(order, order.seller, {})).toMatchObject({ status: 200 })
    expect(await amountsOf(order)).toEqual([500, 750])
  })

  test('and others at the same moment never exceed what was paid', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { order, intentId } = await aPayment(server)
      const admin = await anAccount(services, 'admin')
      const wishes = [order.seller, admin, order.seller, admin].map((person) =>
        refund(order, person, { amount: '5.00' }),
      )
      const statuses = (await Promise.all(wishes)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(2)
      expect(statuses.filter((status) => status === 422)).toHaveLength(2)
      await sweep(services)
      expect([await amountsOf(order), await backAtTheProvider(intentId)]).toEqual([[500, 500], 1000])
    }
  })

  test('that the provider doesn’t give at once is wanted, and asked for again by the sweep', async () => {
    const { order, intentId } = await aPayment(server)
    vi.spyOn(cards!, 'refund').mockRejectedValueOnce(new Error('away'))
    expect((await refund(order, order.seller, { amount: '5.00' })).status).toBe(200)
    expect(await read(order)).toMatchObject({ state: 'paid', refunds: [{ amount: 500, isDone: false }] })
    await sweep(services)
    expect(await read(order)).toMatchObject({ refunds: [{ amount: 500, isDone: true }] })
    expect(await backAtTheProvider(intentId)).toBe(500)
  })

  test('that the provider gave just before the shop died is noted, and not given twice', async () => {
    const { order, intentId } = await aPayment(server)
    const { refund: give } = cards!
    vi.spyOn(cards!, 'refund').mockImplementationOnce(async (asked) => {
      await give(asked)
      throw new Error('the answer never came')
    })
    await refund(order, order.seller, { amount: '5.00' })
    // The provider forgets its idempotency keys after a day.
    await sql`DELETE FROM card_simulator.idempotency_keys`.execute(db)
    await sweep(services)
    expect([await amountsOf(order), await backAtTheProvider(intentId)]).toEqual([[500], 500])
    expect(await read(order)).toMatchObject({ refunds: [{ isDone: true }] })
  })

  test('of cash is given by hand, after the hand-over alone', async () => {
    const order = await anAgreedOrder(server)
    expect((await refund(order, order.seller, { amount: '5.00' })).json).toMatchObject({ code: 'order_not_open' })
    await act(order, 'buyer', `my-orders/${order.id}/received`)
    expect((await refund(order, order.seller, { amount: '5.00' })).status).toBe(200)
    expect(await read(order)).toMatchObject({ state: 'handed_over', refundable: 750, refunds: [{ isDone: true }] })
    expect((await refundMails(server, order)).map(({ text }) => text).join()).toContain(
      'Please give the buyer $5.00 back in cash.',
    )
    expect((await refund(order, order.seller, {})).status).toBe(200)
    expect(await read(order)).toMatchObject({ state: 'refunded', refunds: [{ amount: 500 }, { amount: 750 }] })
    expect((await read(order, 'seller')).isCopyBack).toBe(false)
  })
})

describe('what was refunded at the provider itself', () => {
  const tell = async (intentId: string) => {
    for (const status of await deliverAll(server, intentId)) expect(status).toBe(200)
  }

  test('is recorded in part, once, and mailed; the order goes on', async () => {
    const { order, intentId } = await aPayment(server)
    await refundAtTheProvider(server, intentId, 300)
    await Promise.all([tell(intentId), tell(intentId)])
    expect(await read(order)).toMatchObject({
      state: 'paid',
      refundable: 950,
      refunds: [{ amount: 300, who: 'card provider', reason: null, isDone: true }],
    })
    expect(await refundMails(server, order)).toHaveLength(2)
    expect((await refund(order, order.seller, {})).status).toBe(200)
    expect([await amountsOf(order), await backAtTheProvider(intentId)]).toEqual([[300, 950], 1250])
  })

  test('takes the place of what was wanted here and can’t be given any more', async () => {
    const { order, intentId } = await aPayment(server)
    vi.spyOn(cards!, 'refund').mockRejectedValueOnce(new Error('away'))
    await refund(order, order.seller, { amount: '5.00' })
    await refundAtTheProvider(server, intentId, 1000)
    await sweep(services)
    await sweep(services)
    expect(await amountsOf(order)).toEqual([250, 1000])
    expect(await backAtTheProvider(intentId)).toBe(1250)
    expect(await read(order)).toMatchObject({ state: 'refunded', refundable: 0 })
  })

  test('of the amount that was wanted here is that refund', async () => {
    const { order, intentId } = await aPayment(server)
    vi.spyOn(cards!, 'refund').mockRejectedValueOnce(new Error('away'))
    await refund(order, order.seller, {})
    await refundAtTheProvider(server, intentId)
    await sweep(services)
    expect(await read(order)).toMatchObject({
      state: 'refunded',
      refunds: [{ amount: 1250, who: 'seller', reason: 'not_as_described', isDone: true }],
    })
  })
})

test('a buyer who pays too late gets an email with the reason and the refund', async () => {
  const { order, intentId } = await anOrderPaidAtTheProvider(server)
  await sql`UPDATE orders SET state = 'expired', due_at = NULL WHERE id = ${order.id}`.execute(db)
  await sweep(services)
  await deliverAll(server, intentId)
  const [mail, ...more] = await refundMails(server, order)
  expect(more).toEqual([])
  expect(mail?.to.address).toBe(order.buyer.email)
  expect(mail?.subject).toMatch(/^Refunded: /)
  expect(mail?.text).toContain('doesn’t count, because the order was expired when the payment arrived.')
  expect(mail?.text).toContain('You get $12.50 back by card.')
  // The email about the end says the same, even if it is sent only now.
  const news = rendered(
    newsOf(
      (await findOrderWithEvents(db, order.id))!,
      { to: 'buyer', news: 'expired' },
      services.site,
      mailTimes(null),
    )!,
  )
  expect(news.text).toContain('has expired')
  expect(news.text).not.toContain('charged')
})

test('the database itself lets no more go back than was paid', async () => {
  const { order } = await aPayment(server)
  const insert = (amount: number) =>
    sql`INSERT INTO refunds (order_id, payment_id, amount, currency, actor, wanted_at)
      SELECT order_id, id, ${amount}, 'USD', 'system', now() FROM payments WHERE order_id = ${order.id}`.execute(db)
  await insert(1000)
  await expect(insert(251)).rejects.toThrow('would go back than was paid')
})
