import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrder, anOrderPaidAtTheProvider, aPaidOrder, type TestOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
const { services, send } = server

const buyerContacts = (buyer: TestAccount) => ({
  name: buyer.name,
  email: buyer.email,
  phone: '+49 30 1234',
  meetingLocation: 'Library steps',
})
const cancel = (order: TestOrder) => send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
const ordersOf = async ({ token }: TestAccount) => (await send('GET', '/api/my-orders', { token })).json
const buyersOf = async ({ token }: TestAccount) => (await send('GET', '/api/my-buyers', { token })).json

describe('my orders', () => {
  test('show the buyer each order with its book, its state and until when it is reserved, newest first', async () => {
    const buyer = await anAccount(services, 'buyer', { name: 'Nora Berg' })
    const first = await anOrder(server, { buyer })
    server.clock.advance(1)
    const second = await anOrder(server, { buyer })
    expect(await ordersOf(buyer)).toMatchObject([
      { _id: second.id, state: 'claimed', paymentStatus: false, payBy: expect.stringMatching(/^\d{4}-.*Z$/) },
      {
        _id: first.id,
        ...buyerContacts(buyer),
        bookData: { _id: first.book, book_name: 'The Lighthouse Keeper’s Ledger', resalePrice: '12.50' },
      },
    ])
  })

  test('show an order that was given back, with its copy for sale again', async () => {
    const given = await anOrder(server)
    await cancel(given)
    expect(await ordersOf(given.buyer)).toMatchObject([{ state: 'cancelled', bookData: { available: 'unsold' } }])
  })

  test('say when the page of their book is gone: taken off the list by its seller, unless it was sold', async () => {
    const [given, { order: paid }] = [await anOrder(server), await anOrderPaidAtTheProvider(server)]
    await cancel(given)
    await send('PUT', `/api/makeorderpaid/${paid.id}`, { token: paid.buyer.token, body: { isPaid: true } })
    for (const { seller, book, buyer, isGone } of [
      { ...given, isGone: true },
      { ...paid, isGone: false },
    ]) {
      expect((await ordersOf(buyer))[0].isBookGone).toBe(false)
      await send('DELETE', `/api/my-books/${book}`, { token: seller.token })
      expect((await ordersOf(buyer))[0].isBookGone).toBe(isGone)
      expect((await send('GET', `/api/advertise/${book}`)).status).toBe(isGone ? 404 : 200)
    }
  })

  test('say while their copy is hidden', async () => {
    const { id, seller, buyer } = await anOrder(server)
    expect((await ordersOf(buyer))[0].isCopyHidden).toBe(false)
    const body = { reason: 'not_available' }
    expect((await send('POST', `/api/my-buyers/${id}/release`, { token: seller.token, body })).status).toBe(200)
    expect((await ordersOf(buyer))[0]).toMatchObject({ state: 'cancelled', isCopyHidden: true })
  })

  test('show payment time and transaction, to the buyer and not before the payment', async () => {
    const [open] = await ordersOf((await anOrder(server)).buyer)
    expect(open).toMatchObject({ transactionId: '', since: open.orderedAt })
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    server.clock.advance(60)
    await send('PUT', `/api/makeorderpaid/${order.id}`, { token: order.buyer.token, body: { isPaid: true } })
    const [paid] = await ordersOf(order.buyer)
    expect(paid.transactionId).toBe(intentId)
    expect(paid.since).toBe(services.clock.now().toISOString())
    expect((await buyersOf(order.seller))[0]).toMatchObject({ transactionId: '', since: paid.since })
  })

  test('paid in cash, name no card transaction that was opened and not made', async () => {
    const order = await anOrder(server)
    const { token } = order.buyer
    await send('POST', '/api/create-payment-intent', { token, body: { resalePrice: '12.50', orderInfoId: order.id } })
    await send('POST', `/api/my-orders/${order.id}/cash`, { token })
    await send('POST', `/api/my-buyers/${order.id}/agree`, { token: order.seller.token })
    expect((await send('POST', `/api/my-orders/${order.id}/received`, { token })).status).toBe(200)
    expect((await ordersOf(order.buyer))[0]).toMatchObject({ paymentStatus: true, paysInCash: true, transactionId: '' })
  })

  test('keep the listing as it was when it was claimed', async () => {
    const order = await anOrder(server)
    await sql`UPDATE books SET title = 'Another title' WHERE id = ${order.book}`.execute(services.db)
    expect((await ordersOf(order.buyer))[0].bookData.book_name).toBe('The Lighthouse Keeper’s Ledger')
  })

  test('are the buyer’s alone: another address is refused, no other order is among them', async () => {
    const [order, other] = [await anOrder(server), await anOrder(server)]
    const asked = (email: string) =>
      send('GET', `/api/my-orders?email=${encodeURIComponent(email)}`, { token: order.buyer.token })
    expect((await asked(order.buyer.email)).json).toHaveLength(1)
    expect((await asked(order.buyer.email.toUpperCase())).json).toHaveLength(1)
    expect(await asked(other.buyer.email)).toMatchObject({ status: 403, json: { code: 'not_your_email' } })
  })
})

describe('one order', () => {
  test('is for its buyer, the book’s seller and the admin; for everybody else there is none', async () => {
    const order = await anOrder(server)
    const [admin, stranger] = [await anAccount(services, 'admin'), await anAccount(services, 'buyer')]
    const read = ({ token }: TestAccount) => send('GET', `/api/my-orders/${order.id}`, { token })
    for (const person of [order.buyer, order.seller, admin])
      expect((await read(person)).json).toMatchObject({ _id: order.id, ...buyerContacts(order.buyer) })
    expect(await read(stranger)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const unknown = await send('GET', `/api/my-orders/${crypto.randomUUID()}`, { token: stranger.token })
    expect(unknown.json).toEqual({ ...(await read(stranger)).json, requestId: unknown.json.requestId })
  })
})

describe('my buyers', () => {
  test('show the seller whom to meet: claimed and paid orders with the buyer’s contacts', async () => {
    const seller = await anAccount(services, 'seller')
    const claimed = await anOrder(server, { seller })
    server.clock.advance(1)
    const paid = await aPaidOrder(server, { seller })
    expect(await buyersOf(seller)).toMatchObject([
      { _id: paid.id, ...buyerContacts(paid.buyer), paymentStatus: true },
      { _id: claimed.id, ...buyerContacts(claimed.buyer), paymentStatus: false },
    ])
  })

  test('can be read by the seller alone', async () => {
    const order = await anOrder(server)
    const other = await anAccount(services, 'seller')
    await aBook(services, other)
    expect(await buyersOf(other)).toEqual([])
    expect(await buyersOf(order.seller)).toHaveLength(1)
  })

  test('leave phone and meeting place empty where the buyer gave none', async () => {
    const [seller, buyer] = [await anAccount(services, 'seller'), await anAccount(services, 'buyer')]
    const body = { bookData: { _id: await aBook(services, seller) } }
    expect((await send('POST', '/api/buy-now', { token: buyer.token, body })).status).toBe(200)
    expect(await buyersOf(seller)).toMatchObject([{ phone: '', meetingLocation: '' }])
  })
})
