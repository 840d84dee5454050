import { afterAll, describe, expect, test } from 'vitest'
import { closeAccount } from '#server/accounts/close-account.ts'
import { findAccountById } from '#server/accounts/accounts.sql.ts'
import type { Mail } from '#server/ports/mail.ts'
import { anOrderPaidAtTheProvider, type TestOrder } from '#tests/kit/paying.ts'
import { anAccount } from '#tests/kit/people-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { mailOrderPaid } from './mail-order-paid.ts'

const server = await startTestServer()
afterAll(server.close)
const { services, send } = server

async function aPaidOrder(): Promise<TestOrder> {
  const { order } = await anOrderPaidAtTheProvider(server)
  const paid = await send('PUT', `/api/makeorderpaid/${order.id}`, { token: order.buyer.token, body: { isPaid: true } })
  if (paid.status !== 200) throw new Error(paid.text)
  return order
}

/** What goes out for one side. */
async function mailsFor(order: TestOrder, to: 'buyer' | 'seller'): Promise<Mail[]> {
  const mail = await mailOrderPaid(services, { orderId: order.id, to })
  return mail && mail.to.address !== '' ? [mail] : []
}

async function close({ id }: { id: string }, list: 'buyers' | 'sellers'): Promise<void> {
  const admin = await findAccountById(services.db, (await anAccount(services, 'admin')).id)
  await closeAccount(services, { ...admin!, signedInAt: 0 }, list, id)
}

describe('the mails about a paid order', () => {
  test('tell each side of the other, and are one mail each', async () => {
    const order = await aPaidOrder()
    const [receipt, ...noMore] = await mailsFor(order, 'buyer')
    expect(receipt).toMatchObject({ to: { address: order.buyer.email }, subject: expect.stringMatching(/^Paid: /) })
    expect(receipt?.text).toContain(order.seller.email)
    expect(receipt?.text).toContain('$12.50')
    const [notice, ...noMoreEither] = await mailsFor(order, 'seller')
    expect(notice).toMatchObject({ to: { address: order.seller.email }, subject: expect.stringMatching(/^Sold: /) })
    expect(notice?.text).toContain(order.buyer.email)
    expect([noMore, noMoreEither]).toEqual([[], []])
  })

  test('still reach the one side when the other has left the club', async () => {
    const [withoutSeller, withoutBuyer] = [await aPaidOrder(), await aPaidOrder()]
    await close(withoutSeller.seller, 'sellers')
    await close(withoutBuyer.buyer, 'buyers')
    expect(await mailsFor(withoutSeller, 'seller')).toEqual([])
    expect((await mailsFor(withoutSeller, 'buyer'))[0]?.text).not.toMatch(/Email|@/)
    expect(await mailsFor(withoutBuyer, 'buyer')).toEqual([])
    expect((await mailsFor(withoutBuyer, 'seller'))[0]?.text).toContain('Buyer: Closed account')
  })

  test('do not go out for an order that was refunded since', async () => {
    const order = await aPaidOrder()
    await services.db.updateTable('orders').set({ state: 'refunded' }).where('id', '=', order.id).execute()
    expect(await mailsFor(order, 'buyer')).toEqual([])
    expect(await mailsFor(order, 'seller')).toEqual([])
  })
})
