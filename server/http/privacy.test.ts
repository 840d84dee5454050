import { beforeAll, describe, expect, test } from 'vitest'
import { memberName } from '#contract/wording.ts'
import { anOrder, type TestOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { declaredCalls } from './declared-calls.ts'

const server = await startTestServer()
const { services, send } = server
const PHONE = '+49 170 7654321'
let seller: TestAccount
let nameless: TestAccount
let order: TestOrder
let book: string

beforeAll(async () => {
  seller = await anAccount(services, 'seller', { name: 'Ida Holm' })
  nameless = await anAccount(services, 'seller', { name: '' })
  const listing = { category: 'novel-book', mobileNumber: PHONE }
  book = await aBook(services, seller, listing)
  order = await anOrder(server, { seller, book: await aBook(services, seller, listing) })
  const unnamed = await aBook(services, nameless, listing)
  for (const [owner, id] of [[seller, book] as const, [nameless, unnamed] as const])
    await send('PUT', `/api/my-books/${id}`, { token: owner.token, body: { advertise: 'true' } })
})

test('a demo that others can reach doesn’t show its mails', async () => {
  for (const env of [{ PUBLIC_URL: 'https://demo.example.org' }, { HOST: '0.0.0.0' }]) {
    const demo = await startTestServer({ env: { ...env, DEMO_IN_PUBLIC: 'yes' } })
    expect((await demo.send('GET', '/api/config')).json).toMatchObject({ demo: true, outbox: false })
    expect((await demo.send('GET', '/api/outbox')).status).toBe(404)
    await demo.close()
  }
  expect((await server.send('GET', '/api/config')).json).toMatchObject({ demo: true, outbox: true })
  expect((await server.send('GET', '/api/outbox')).status).toBe(200)
})

describe('people’s contacts', () => {
  test('stand in no answer that anyone can get, be they signed in or not [privacy-1]', async () => {
    const open = Object.values(await declaredCalls('USD'))
      .filter(({ access, method, path }) => access === 'anyone' && method === 'GET' && path !== '/outbox')
      .map(({ path }) =>
        path
          .replace('/sellers/:id', `/sellers/${seller.id}`)
          .replace(':id', book)
          .replace(':category_name', 'novel-book'),
      )
    const everywhere = [
      ...open,
      '/all-books?available=all',
      '/all-books?sort=price',
      '/books/novel-book?available=all',
      `/advertise/${order.book}`,
      '/search?q=ledger',
      '/suggest?q=led',
      `/sellers/${seller.id}/books?available=all`,
      '/openapi.json',
      '/docs',
    ]

    for (const token of [undefined, order.buyer.token, (await anAccount(services, 'user')).token])
      for (const path of everywhere) {
        const { status, text } = await send('GET', `/api${path}`, { token })
        expect({ path, status }).toEqual({ path, status: 200 })
        for (const contact of [seller.email, nameless.email, order.buyer.email, PHONE, '7654321', 'Library steps'])
          expect({ path, contact, disclosed: text.includes(contact) }).toMatchObject({ disclosed: false })
      }
  })

  test('are absent fields of a public book, not empty ones', async () => {
    const { json } = await send('GET', `/api/advertise/${book}`)
    expect(Object.keys(json)).not.toContain('email')
    expect(Object.keys(json)).not.toContain('mobileNumber')
  })

  test('of a seller without a name are not given away by the name', async () => {
    const { json } = await send('GET', '/api/advertise')
    const names = (json as { sellerName: string }[]).map(({ sellerName }) => sellerName)
    expect(names).toEqual(expect.arrayContaining(['Ida Holm', memberName({ ...nameless, name: '' })]))
  })

  test('are for a seller’s own list, without those of other sellers', async () => {
    const mine = await send('GET', '/api/my-books', { token: seller.token })
    expect(mine.json[0]).toMatchObject({ email: seller.email, mobileNumber: PHONE })
    expect(mine.text).not.toContain(nameless.email)
  })
})

/** A new account, as often as needed, with an unread email. */
async function aThrowawayAccount(): Promise<{ token: string; email: string }> {
  const person = await aProvenAccount(server, null, '')
  const { email, proof } = person
  const asked = { token: proof, body: { email, checked: 'buyer', name: '' } }
  expect((await send('POST', '/api/signup', asked)).status).toBe(200)
  return { email, token: (await send('POST', '/api/jwt', { token: proof, body: { email } })).json.token as string }
}

test('contacts can’t be harvested by signing up, claiming, reading and cancelling in a loop', async () => {
  const sellers = await Promise.all(
    Array.from({ length: 12 }, async (_, place) => {
      const person = await anAccount(services, 'seller', { name: place % 2 ? '' : `Seller ${place}` })
      const number = `+49 171 55500${String(place).padStart(2, '0')}`
      return { ...person, number, book: await aBook(services, person, { mobileNumber: number }) }
    }),
  )
  let read = ''
  let claims = 0
  const keep = (text: string) => void (read += text)
  for (const books of [sellers, sellers.slice(-2)]) {
    const { token, email } = await aThrowawayAccount()
    for (const { book } of books) {
      const claimed = await send('POST', '/api/buy-now', { token, body: { bookData: { _id: book } } })
      keep(claimed.text)
      if (claimed.status !== 200) continue
      claims += 1
      const order = `/api/my-orders/${claimed.json.insertedId}`
      keep((await send('PUT', `/api/buy-now/${book}`, { token, body: {} })).text)
      for (const path of [order, '/api/my-orders', `/api/my-orders?email=${email}`, `/api/advertise/${book}`])
        keep((await send('GET', path, { token })).text)
      const intent = { resalePrice: '12.50', orderInfoId: claimed.json.insertedId as string }
      keep((await send('POST', '/api/create-payment-intent', { token, body: intent })).text)
      keep((await send('POST', `${order}/cancel`, { token })).text)
      keep((await send('GET', order, { token })).text)
    }
  }
  expect(claims).toBe(12)
  for (const { email, number } of sellers)
    for (const contact of [email, number, number.slice(-7)])
      expect({ contact, disclosed: read.includes(contact) }).toEqual({ contact, disclosed: false })
})

describe('every answer', () => {
  const answers = () =>
    Promise.all([
      send('GET', '/api/all-books'),
      send('GET', '/api/nothing'),
      send('GET', '/api/my-books'),
      send('POST', '/api/jwt', { body: '{' }),
      send('GET', '/api/advertise/%ff'),
      send('GET', '/nowhere'),
      send('GET', '/api/identity/get-session'),
      send('GET', '/api/docs'),
      send('GET', '/images/nothing/1200.webp'),
      send('GET', '/api/card-simulator/v1/payment_intents/pi_1'),
    ])

  test('carries the security headers and its request’s id', async () => {
    for (const { headers } of await answers()) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers.has('server')).toBe(false)
      expect(headers.has('x-powered-by')).toBe(false)
    }
  })

  test('has a request’s id of its own, whatever the request says', async () => {
    const forged = '00000000-0000-0000-0000-000000000000'
    const ids = await Promise.all(
      [0, 1].map(
        async () => (await send('GET', '/api/nothing', { headers: { 'x-request-id': forged } })).json.requestId,
      ),
    )
    expect(new Set([...ids, forged]).size).toBe(3)
  })

  test('that belongs to a person is cached nowhere', async () => {
    const own = await send('GET', '/api/my-books', { token: seller.token })
    expect(own.headers.get('cache-control')).toBe('no-store')
    expect((await send('GET', '/api/my-books')).headers.get('cache-control')).toBe('no-store')
    const open = await send('GET', '/api/all-books')
    expect(open.headers.get('cache-control')).toBe('no-cache')
    const etag = open.headers.get('etag') ?? ''
    expect((await send('GET', '/api/all-books', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('to HEAD is that to GET without its body', async () => {
    for (const path of ['/api/all-books', `/api/advertise/${book}`, '/api/nothing', '/api/health', '/api/my-books']) {
      const [get, head] = [await send('GET', path), await send('HEAD', path)]
      expect({ path, status: head.status, text: head.text }).toEqual({ path, status: get.status, text: '' })
    }
  })
})

describe('what goes wrong on our side', () => {
  test('discloses nothing but the request’s id: no stack, no SQL, no path', async () => {
    await services.db.schema.alterTable('categories').renameTo('categories_away').execute()
    try {
      const { status, text, json, headers } = await send('GET', '/api/books-categories')
      expect({ status, code: json.code, requestId: json.requestId }).toEqual({
        status: 500,
        code: 'internal',
        requestId: headers.get('x-request-id'),
      })
      expect(text).not.toMatch(/categories_away|relation|SELECT|\bat \/|\.ts\b|node_modules/)
    } finally {
      await services.db.schema.alterTable('categories_away').renameTo('categories').execute()
    }
  })
})
