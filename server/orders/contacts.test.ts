import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { memberName } from '#contract/wording.ts'
import { anOrder, anOrderPaidAtTheProvider, aPaidOrder, withholdEvents, type TestOrder } from '#tests/kit/paying.ts'
import { anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { live } from '#tests/kit/shop-process.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
// Payment events are withheld; the test delivers them itself.
await withholdEvents(server)
const { services, send } = server

const PHONE = '+49 170 1234567'
const ofSeller = ({ seller }: TestOrder) => ({ email: seller.email, mobileNumber: PHONE })
const ofBuyer = ({ buyer }: TestOrder) => ({
  email: buyer.email,
  phone: '+49 30 1234',
  meetingLocation: 'Library steps',
})
const read = (order: TestOrder, { token }: TestAccount, shop: TestServer = server) =>
  shop.send('GET', `/api/my-orders/${order.id}`, { token })
const cancel = (order: TestOrder) => send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })

/** All texts that the buyer may read about an order, joined. */
async function allThatTheBuyerReads(order: TestOrder): Promise<string> {
  const list = await send('GET', '/api/my-orders', { token: order.buyer.token })
  return (await read(order, order.buyer)).text + list.text
}

describe('a seller’s contacts', () => {
  test('are shown to the buyer once the order is paid, and not before [contacts-1]', async () => {
    const { order } = await anOrderPaidAtTheProvider(server)
    for (const contact of [order.seller.email, PHONE]) expect(await allThatTheBuyerReads(order)).not.toContain(contact)
    const { json } = await read(order, order.buyer)
    for (const field of ['email', 'mobileNumber']) expect(json.bookData).not.toHaveProperty(field)
    await send('PUT', `/api/makeorderpaid/${order.id}`, { token: order.buyer.token, body: { isPaid: true } })
    expect((await read(order, order.buyer)).json.bookData).toMatchObject(ofSeller(order))
    expect((await send('GET', '/api/my-orders', { token: order.buyer.token })).json[0].bookData).toMatchObject(
      ofSeller(order),
    )
  })

  test('are hidden in cancelled, expired and refunded orders', async () => {
    const [given, refunded] = [await anOrder(server), await aPaidOrder(server)]
    await cancel(given)
    await sql`UPDATE orders SET state = 'refunded', due_at = NULL WHERE id = ${refunded.id}`.execute(services.db)
    for (const order of [given, refunded])
      for (const contact of [order.seller.email, PHONE])
        expect(await allThatTheBuyerReads(order)).not.toContain(contact)
  })

  test('are the seller’s own, and the admin’s, at any time', async () => {
    const [order, admin] = [await anOrder(server), await anAccount(services, 'admin')]
    for (const person of [order.seller, admin])
      expect((await read(order, person)).json.bookData).toMatchObject(ofSeller(order))
  })

  test('where there are no cards: once the seller agrees to cash, until the order ends', async () => {
    const withoutCards = await startTestServer({ env: live })
    const order = await anOrder(withoutCards)
    expect((await read(order, order.buyer, withoutCards)).json).toMatchObject({ state: 'claimed', paysInCash: true })
    expect((await read(order, order.buyer, withoutCards)).json.bookData).not.toHaveProperty('email')
    await withoutCards.send('POST', `/api/my-buyers/${order.id}/agree`, { token: order.seller.token })
    expect((await read(order, order.buyer, withoutCards)).json.bookData).toMatchObject(ofSeller(order))
    await withoutCards.send('POST', `/api/my-orders/${order.id}/cancel`, { token: order.buyer.token })
    expect((await read(order, order.buyer, withoutCards)).json.bookData).not.toHaveProperty('mobileNumber')
  })
})

describe('a buyer’s contacts', () => {
  test('are shown to the seller from the claim on, and once it is paid', async () => {
    for (const order of [await anOrder(server), await aPaidOrder(server)]) {
      expect((await read(order, order.seller)).json).toMatchObject(ofBuyer(order))
      expect((await send('GET', '/api/my-buyers', { token: order.seller.token })).json[0]).toMatchObject(ofBuyer(order))
    }
  })

  test('are no fields at all once the order has come to nothing, but for the buyer and the admin', async () => {
    const [order, admin] = [await anOrder(server), await anAccount(services, 'admin')]
    await cancel(order)
    const { json } = await read(order, order.seller)
    for (const field of ['email', 'phone', 'meetingLocation']) expect(json).not.toHaveProperty(field)
    for (const person of [order.buyer, admin]) expect((await read(order, person)).json).toMatchObject(ofBuyer(order))
  })

  test('are not revealed by the name of a person without one', async () => {
    const buyer = await anAccount(services, 'buyer', { name: '' })
    const order = await anOrder(server, { buyer })
    const name = memberName({ ...buyer, name: '' })
    expect((await read(order, order.seller)).json).toMatchObject({ name, email: buyer.email })
    await cancel(order)
    const after = await read(order, order.seller)
    expect(after.json.name).toBe(name)
    expect(after.text).not.toContain(buyer.email)
  })
})
