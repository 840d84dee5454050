import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { memberName } from '#contract/wording.ts'
import { DONE_AFTER_HOURS } from '#contract/orders/order-life.ts'
import { sweep } from '#server/orders/sweep.ts'
import { forgetClosedContacts } from './forget-closed-contacts.ts'
import {
  anOrder,
  anOrderPaidAtTheProvider,
  aPaidOrder,
  withholdEvents,
  type TestOrder,
  refundAtTheProvider,
  reportPaid,
} from '#tests/kit/paying.ts'
import { anAccount, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
await withholdEvents(server)
const { services, send } = server
const admin = await anAccount(services, 'admin')
const PHONE = '+49 170 1234567'

async function close({ id }: Pick<TestAccount, 'id'>): Promise<void> {
  const { status } = await send('DELETE', `/api/all-buyers/delete/${id}`, { as: admin })
  expect(status).toBe(200)
}
const read = (order: TestOrder, by: TestAccount) => send('GET', `/api/my-orders/${order.id}`, { as: by })

/** All remaining data of the shop's orders, as text. */
async function allOrders(): Promise<string> {
  const { rows } = await sql<{ row: string }>`SELECT o::text AS row FROM orders o`.execute(server.database.db)
  return rows.map(({ row }) => row).join('\n')
}

describe('when a seller’s account is closed', () => {
  test('the buyer of a paid order keeps the contacts, and learns of it', async () => {
    const order = await aPaidOrder(server)
    await close(order.seller)
    const list = await send('GET', '/api/my-orders', { token: order.buyer.token })
    for (const shown of [(await read(order, order.buyer)).json, list.json[0]])
      expect(shown).toMatchObject({
        state: 'paid',
        isSellerClosed: true,
        meetingLocation: 'Library steps',
        bookData: {
          sellerName: order.seller.name,
          email: order.seller.email,
          mobileNumber: PHONE,
          location: 'Harbour square',
        },
      })
  })

  test('are hidden from all others: on the book’s page and from buyers of other copies', async () => {
    const order = await aPaidOrder(server)
    const claimed = await anOrder(server, { seller: order.seller })
    await close(order.seller)
    const page = await send('GET', `/api/advertise/${order.book}`)
    expect(page.json).toMatchObject({ sellerName: 'Closed account' })
    const other = await read(claimed, claimed.buyer)
    expect(other.json).toMatchObject({ state: 'cancelled', bookData: { sellerName: 'Closed account' } })
    for (const { text } of [page, other])
      for (const trace of [order.seller.email, PHONE]) expect(text).not.toContain(trace)
  })

  test('a seller without a name keeps the same member number', async () => {
    const order = await aPaidOrder(server, { seller: await anAccount(services, 'seller', { name: '' }) })
    await close(order.seller)
    expect((await read(order, order.buyer)).json.bookData.sellerName).toBe(memberName({ ...order.seller, name: '' }))
  })
})

describe('when a buyer’s account is closed', () => {
  test('the seller of a paid order keeps the contacts, and learns of it', async () => {
    const order = await aPaidOrder(server)
    await close(order.buyer)
    const list = await send('GET', '/api/my-buyers', { token: order.seller.token })
    for (const shown of [(await read(order, order.seller)).json, list.json[0]])
      expect(shown).toMatchObject({
        isBuyerClosed: true,
        name: order.buyer.name,
        email: order.buyer.email,
        phone: '+49 30 1234',
        meetingLocation: 'Library steps',
      })
  })

  test('an unpaid claim stores nothing of the person', async () => {
    const order = await anOrder(server)
    await close(order.buyer)
    expect((await read(order, order.seller)).json).toMatchObject({ state: 'cancelled', name: 'Closed account' })
    expect(await allOrders()).not.toContain(order.buyer.email)
  })
})

describe('what a paid order keeps of closed accounts', () => {
  test('goes when the order is refunded', async () => {
    const { order, intentId } = await anOrderPaidAtTheProvider(server)
    await reportPaid(server, order)
    await close(order.seller)
    expect(await allOrders()).toContain(order.seller.email)
    await refundAtTheProvider(server, intentId)
    await reportPaid(server, order)
    expect((await read(order, order.buyer)).json).toMatchObject({
      state: 'refunded',
      bookData: { sellerName: 'Closed account' },
    })
    expect(await allOrders()).not.toContain(order.seller.email)
  })

  test('goes half a year after the closing at the latest; what concerns open accounts stays', async () => {
    const [ofSeller, ofBuyer, open] = [await aPaidOrder(server), await aPaidOrder(server), await aPaidOrder(server)]
    await close(ofSeller.seller)
    await close(ofBuyer.buyer)
    const kept = [ofSeller.seller.email, ofBuyer.buyer.email]
    const day = 24 * 3600
    server.clock.advance(179 * day)
    await forgetClosedContacts(services)
    for (const email of kept) expect(await allOrders()).toContain(email)
    server.clock.advance(2 * day)
    await forgetClosedContacts(services)
    for (const email of kept) expect(await allOrders()).not.toContain(email)
    expect((await read(ofSeller, ofSeller.buyer)).json).toMatchObject({
      email: ofSeller.buyer.email,
      isSellerClosed: true,
      bookData: { sellerName: 'Closed account' },
    })
    expect((await read(ofBuyer, ofBuyer.seller)).json).toMatchObject({ name: 'Closed account', isBuyerClosed: true })
    expect((await read(open, open.buyer)).json.bookData).toMatchObject({ email: open.seller.email })
  })
})

describe('the orders that a closing concerns', () => {
  const ask = (id: string, query = '') => send('GET', `/api/accounts/${id}/paid-orders${query}`, { as: admin })

  test('are listed for the admin with book, other side and time; bought and sold', async () => {
    const person = await anAccount(services, 'seller', { name: 'Ida Holm' })
    const sold = await aPaidOrder(server, { seller: person })
    await anOrder(server, { seller: person })
    await sql`UPDATE accounts SET role = 'buyer' WHERE id = ${person.id}`.execute(services.db)
    server.clock.advance(1)
    const asBuyer = { ...person, token: await freshToken(services, person.id) }
    const bought = await aPaidOrder(server, {
      buyer: asBuyer,
      seller: await anAccount(services, 'seller', { name: '' }),
    })
    const title = 'The Lighthouse Keeper’s Ledger'
    expect((await ask(person.id)).json).toEqual([
      {
        id: bought.id,
        title,
        side: 'buyer',
        otherName: memberName({ ...bought.seller, name: '' }),
        state: 'paid',
        since: expect.stringMatching(/Z$/),
      },
      {
        id: sold.id,
        title,
        side: 'seller',
        otherName: sold.buyer.name,
        state: 'paid',
        since: expect.any(String),
      },
    ])
    await close(sold.buyer)
    expect((await ask(person.id)).json[1]).toMatchObject({ otherName: null })
  })

  test('say whether the two have met, and leave out ended orders', async () => {
    const seller = await anAccount(services, 'seller')
    const order = await aPaidOrder(server, { seller })
    await send('POST', `/api/my-orders/${order.id}/received`, { token: order.buyer.token })
    expect((await ask(seller.id)).json).toEqual([expect.objectContaining({ id: order.id, state: 'handed_over' })])
    server.clock.advance(DONE_AFTER_HOURS * 3600)
    await sweep(services)
    expect((await ask(seller.id)).json).toEqual([])
  })

  test('come in pages, each once', async () => {
    const seller = await anAccount(services, 'seller')
    const made: string[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      made.unshift((await aPaidOrder(server, { seller })).id)
      server.clock.advance(1)
    }
    const token = await freshToken(services, admin.id)
    expect(await walk(server, `/api/accounts/${seller.id}/paid-orders?limit=2`, token)).toEqual({ ids: made, pages: 2 })
  })

  test('are those of an open account', async () => {
    const closed = await anAccount(services, 'buyer')
    await close(closed)
    for (const id of [closed.id, crypto.randomUUID()]) expect(await ask(id)).toMatchObject({ status: 404 })
  })
})
