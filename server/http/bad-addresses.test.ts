import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { hasPart, namesById, type Call } from '#contract/call.ts'
import { exampleOf } from '#tests/kit/example-of.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { declaredCalls } from './declared-calls.ts'

const server = await startTestServer()
const { services, send } = server

const [admin, seller] = [await anAccount(services, 'admin'), await anAccount(services, 'seller')]
const order = await anOrder(server, { seller })
const book = await aBook(services, seller)
const people = { admin, seller, buyer: order.buyer }

const calls = Object.values(await declaredCalls('USD'))
/** They check a password first, or have nothing to do. */
const OTHERWISE = new Set([
  'POST /accounts/:id/make-admin',
  'POST /accounts/:id/remove-admin',
  'DELETE /favourites/:id',
])
const withId = calls
  .filter(namesById)
  .map((call) => ({ name: `${call.method} ${call.path}`, call }))
  .filter(({ name }) => !OTHERWISE.has(name))

/** A call on this id, by an account that may make it. */
function askAbout(id: string, call: Call) {
  const { access, path, query } = call
  const who = Array.isArray(access) ? (access[0] as 'admin' | 'seller' | 'buyer') : 'buyer'
  const revision = z.safeDecode(query, {}).success || !hasPart(call, 'query') ? '' : '?revision=1'
  const address = `/api${path.replace(/:(id|\w+Id)\b/, id).replace(/:\w+/, 'book')}${revision}`
  return send(call.method, address, { token: people[who].token, body: exampleOf(call, {}) })
}

const noIds = [
  crypto.randomUUID(),
  crypto.randomUUID().toUpperCase(),
  '00000000-0000-0000-0000-000000000000',
  'x',
  '0',
  '-1',
  'null',
  'undefined',
  '[object Object]',
  "' OR 1=1 --",
  '../all-books',
  '%',
  '\u0000',
  '😀',
  '\u202e',
  'x'.repeat(250),
  'x'.repeat(5000),
]

describe.each(withId)('$name', ({ call }) => {
  test('answers 404 for every id that is none, in words', async () => {
    for (const id of noIds) {
      const answer = await askAbout(encodeURIComponent(id), call)
      expect({ id, ...problemOf(answer) }).toMatchObject({ id, status: 404, code: 'not_found' })
    }
  })

  test('is not shaken by an address that is broken', async () => {
    for (const id of ['%', '%ff', '%c3%28', '%00'])
      expect([404, 422]).toContain(problemOf(await askAbout(id, call)).status)
  })
})

describe('ids in bodies', () => {
  test('that are none of ours are refused or not found', async () => {
    const { token } = people.buyer
    const buy = (_id: unknown) => send('POST', '/api/buy-now', { token, body: { bookData: { _id } } })
    const pay = (orderInfoId: unknown) =>
      send('POST', '/api/create-payment-intent', { token, body: { resalePrice: '1', orderInfoId } })
    const record = (orderInfoId: unknown) =>
      send('POST', '/api/payments', { token, body: { transactionId: 'pi_1', orderInfoId } })
    for (const ask of [buy, pay, record]) {
      expect(problemOf(await ask(crypto.randomUUID()))).toMatchObject({ status: 404, code: 'not_found' })
      for (const id of ['x', 5, null, ['x'], { $ne: 1 }])
        expect(problemOf(await ask(id))).toMatchObject({ status: 422, code: 'invalid_input' })
    }
  })
})

describe('queries', () => {
  test.each([
    '/user-type-find?email=nobody',
    '/user-type-find?email[]=a@example.org',
    '/my-books?email=a@example.org&email=b@example.org',
    '/my-books?limit=1&limit=2',
    '/my-books?cursor[a]=b',
    '/my-books?email=%00',
    '/all-books?available=all&available=unsold',
    '/all-books?limit=%ff',
    '/all-books?__proto__[limit]=1&constructor=1',
    `/all-books?${'x'.repeat(8000)}=1`,
  ])('%s is no 5xx', async (address) => {
    const answer = await send('GET', `/api${address}`, { token: people.seller.token })
    expect([200, 422]).toContain(answer.status)
  })

  test('name what was said twice, in words', async () => {
    for (const twice of ['limit', 'cursor', 'sort', 'available']) {
      const answer = await send('GET', `/api/all-books?${twice}=1&${twice}=2`)
      expect(problemOf(answer).invalidFields).toEqual([
        { field: twice, message: expect.stringMatching(new RegExp(`^${twice} `)) },
      ])
    }
  })

  test('addresses of people in paths are checked like everywhere', async () => {
    const { token } = people.admin
    for (const email of ['x', '%00', "'--", 'a@b', `${'x'.repeat(280)}@example.org`, 'a%0d%0ab@example.org']) {
      const answer = await send('GET', `/api/allusers/admin/${email}`, { token })
      expect([404, 422]).toContain(problemOf(answer).status)
    }
  })
})

describe('what is not there', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['DELETE', '/api/all-books'],
    ['POST', '/api/all-books'],
    ['PATCH', '/api/buy-now'],
    ['GET', '/api/jwt'],
    ['OPTIONS', '/api/jwt'],
    ['GET', '/api/identity/admin/list-users'],
    ['POST', '/api/identity/delete-user'],
    ['GET', '/api/../server/config.ts'],
    ['GET', '/api/..%2f..%2fetc%2fpasswd'],
  ])('%s %s is 404', async (method, address) => {
    const answer = await send(method, address)
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ code: expect.stringMatching(/^not_found$/i) })
  })
})

describe('an Origin from elsewhere', () => {
  test('changes nothing: every write is refused before anything is read', async () => {
    const writes = calls
      .filter(({ method, path }) => method !== 'GET' && path !== '/payment-events')
      .map(({ method, path }) => [method, path.replaceAll(/:\w+/g, book)] as const)
    for (const origin of ['https://evil.example', 'null', `${server.origin}.evil.example`, 'http://127.0.0.1'])
      for (const [method, path] of [...writes, ['POST', '/identity/sign-out'] as const]) {
        const answer = await send(method, `/api${path}`, { token: people.admin.token, body: {}, headers: { origin } })
        expect({ path, origin, ...problemOf(answer) }).toMatchObject({ status: 403, code: 'origin_not_allowed' })
      }
    expect((await send('GET', `/api/advertise/${book}`)).status).toBe(200)
  })

  test('may read what is public, without a word that lets its scripts see it', async () => {
    const answer = await send('GET', '/api/all-books', { headers: { origin: 'https://evil.example' } })
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('our own two spellings of this machine may write in the demo', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const origin = `http://${host}:${new URL(server.origin).port}`
      const answer = await send('PATCH', '/api/account', { token: people.seller.token, body: {}, headers: { origin } })
      expect(answer.status).toBe(200)
    }
  })
})

describe('the order of checks', () => {
  const broken = '{"a":'
  const huge = JSON.stringify({ advertise: 'x'.repeat(300 * 1024) })

  test('who you are comes before everything that was sent', async () => {
    for (const body of [broken, huge, 'x'.repeat(300 * 1024)])
      for (const address of [`/my-books/${book}`, '/my-books/x', `/my-books/${crypto.randomUUID()}`]) {
        const answer = await send('PUT', `/api${address}`, { body, headers: { 'content-type': 'text/plain' } })
        expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not_signed_in' })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      }
  })

  test('whether you may at all comes before what you sent', async () => {
    for (const body of [broken, huge]) {
      const answer = await send('PUT', `/api/my-books/${book}`, { token: people.buyer.token, body })
      expect(problemOf(answer)).toMatchObject({ status: 403, code: 'wrong_role' })
    }
  })

  test('what you sent comes before whether it exists, and that before the state it is in', async () => {
    const { token } = people.seller
    const put = (id: string, body: unknown) => send('PUT', `/api/my-books/${id}`, { token, body })
    expect(problemOf(await put(crypto.randomUUID(), huge)).status).toBe(413)
    expect(problemOf(await put(crypto.randomUUID(), { advertise: 'maybe' })).status).toBe(422)
    expect(problemOf(await put(crypto.randomUUID(), { advertise: 'true' })).status).toBe(404)
    expect(problemOf(await put(order.book, { advertise: 'true' })).status).toBe(409)
  })
})
