import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { hasPart } from '#contract/call.ts'
import { anOrder, type TestOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount, type ProvenAccount } from '#tests/kit/proven-account.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const server = await startTestServer()
afterAll(server.close)
const { services, send } = server
let seller: TestAccount
let proven: ProvenAccount
let order: TestOrder
let admin: TestAccount
let book: string

beforeAll(async () => {
  seller = await anAccount(services, 'seller')
  admin = await anAccount(services, 'admin')
  proven = await aProvenAccount(server, null)
  order = await anOrder(server, { seller })
  book = await aBook(services, seller)
  await sql`INSERT INTO images (url, owner_id) VALUES ('/images/own/1200.webp', ${seller.id})`.execute(services.db)
})

interface Target {
  token: string
  path: string
  /** What the call hasPart, so that one field at a time can be spoiled. */
  body: Record<string, unknown>
  /** Fields that the server reads; everything else may be anything. */
  read: string[]
}

const productTarget = (path: string): Target => {
  const body = {
    book_name: 'A',
    book_writer: 'B',
    book_img: '/images/own/1200.webp',
    images: [],
    originalPrice: '2',
    resalePrice: '1',
    condition: 'good',
    mobileNumber: '12345',
    category_name: '',
    location: 'C',
    description: 'D',
    yearOfPurchase: '2020',
  }
  return { token: seller.token, path, body, read: Object.keys(body) }
}

const categoryTarget = (path: string): Target => {
  const body = { name: 'Art', desc: 'Drawn and painted', img: '' }
  return { token: admin.token, path, body, read: Object.keys(body) }
}

/** Of an order that isn't there: what can be read must not end this file's own. */
const reasonTarget = (path: string, reason: string): Target => ({
  token: seller.token,
  path: path.replace(':id', crypto.randomUUID()),
  body: { reason },
  read: ['reason'],
})

/** Of somebody or something that isn't there, where all of the body is read. */
const targetFor =
  (caller: () => TestAccount) =>
  (path: string, body: Record<string, unknown>): Target => ({
    token: caller().token,
    path: path.replace(':id', crypto.randomUUID()),
    body,
    read: Object.keys(body),
  })
const keepersTarget = targetFor(() => admin)
const sellersTarget = targetFor(() => seller)

/** Every call with a body; typed out by hand, so that a new one must be added here. */
const targets: Record<string, () => Target> = {
  'POST /jwt': () => ({ token: seller.token, path: '/jwt', body: { email: seller.email }, read: ['email'] }),
  'POST /signup': () => ({
    token: proven.proof,
    path: '/signup',
    body: {
      name: 'A',
      email: proven.email,
      password: 'secret',
      checked: 'user',
      userIdFirebase: 'x',
      emailVerified: true,
    },
    read: ['name', 'email', 'checked'],
  }),
  'PATCH /account': () => ({
    token: seller.token,
    path: '/account',
    body: { name: 'A', checked: 'seller' },
    read: ['name', 'checked'],
  }),
  'POST /account/close': () => ({
    token: admin.token,
    path: '/account/close',
    body: { email: admin.email },
    read: ['email'],
  }),
  'POST /account/sessions/end': () => ({
    token: seller.token,
    path: '/account/sessions/end',
    body: { session: 'A' },
    read: ['session'],
  }),
  'POST /account/email': () => ({
    token: seller.token,
    path: '/account/email',
    body: { email: 'new@example.org', password: 'A' },
    read: ['email', 'password'],
  }),
  'POST /account/email/confirm': () => ({
    token: seller.token,
    path: '/account/email/confirm',
    body: { token: 'A' },
    read: ['token'],
  }),
  'PUT /account/emails': () => ({
    token: seller.token,
    path: '/account/emails',
    body: { off: ['orders'] },
    read: ['off'],
  }),
  'POST /stop-emails': () => ({ token: seller.token, path: '/stop-emails', body: { token: 'A' }, read: ['token'] }),
  'POST /add-product': () => productTarget('/add-product'),
  'PATCH /my-books/:id': () => productTarget(`/my-books/${book}?revision=1`),
  'PUT /my-books': () => sellersTarget('/my-books', { paused: false }),
  'POST /my-books/changes': () => sellersTarget('/my-books/changes', { change: 'restore', books: [book] }),
  'POST /my-books/prices': () =>
    sellersTarget('/my-books/prices', { prices: [{ book: crypto.randomUUID(), from: '12.50', to: '11' }] }),
  'POST /my-books/edits/preview': () =>
    sellersTarget('/my-books/edits/preview', { rows: [{ book, says: { resalePrice: '11' } }] }),
  'POST /my-books/edits': () => ({
    token: seller.token,
    path: '/my-books/edits',
    body: { rows: [{ book: crypto.randomUUID(), revision: 1, says: { resalePrice: '11' } }] },
    read: ['rows'],
  }),
  'PATCH /my-books/list': () => ({ token: seller.token, path: '/my-books/list', body: { given: {} }, read: ['given'] }),
  'POST /my-books/list/import': () => sellersTarget('/my-books/list/import', { revision: 1 }),
  'PUT /my-books/:id': () => ({
    token: seller.token,
    path: `/my-books/${book}`,
    body: { advertise: 'false' },
    read: ['advertise'],
  }),
  'POST /books-categories': () => categoryTarget('/books-categories'),
  'PATCH /books-categories/:id': () => categoryTarget(`/books-categories/${crypto.randomUUID()}`),
  'POST /books-categories/:id/merge': () => ({
    token: admin.token,
    path: `/books-categories/${crypto.randomUUID()}/merge`,
    body: { into: crypto.randomUUID() },
    read: ['into'],
  }),
  'PUT /books-categories/:id/place': () => ({
    token: admin.token,
    path: `/books-categories/${crypto.randomUUID()}/place`,
    body: { place: 'later' },
    read: ['place'],
  }),
  'PATCH /settings': () =>
    keepersTarget('/settings', { revision: 0, name: 'A', contact: '', holdHours: '4', payments: 'cash' }),
  'POST /content-pages/:name/preview': () => keepersTarget('/content-pages/about/preview', { text: '# A' }),
  'PUT /content-pages/:name': () => keepersTarget('/content-pages/about', { text: '# A', revision: 0 }),
  'POST /content-pages/:name/reset': () => keepersTarget('/content-pages/about/reset', { revision: 0 }),
  'POST /buy-now': () => ({
    token: order.buyer.token,
    path: '/buy-now',
    body: {
      bookData: { _id: order.book },
      agreedPrice: '12.50',
      phone: '12345',
      meetingLocation: 'A',
      name: 'A',
      email: 'a@example.org',
    },
    read: ['bookData', 'agreedPrice', 'phone', 'meetingLocation'],
  }),
  'PUT /buy-now/:bookId': () => ({
    token: order.buyer.token,
    path: `/buy-now/${order.book}`,
    body: { bookData: { _id: order.book }, phone: '12345', meetingLocation: 'A' },
    read: [],
  }),
  'POST /my-buyers/:id/release': () => reasonTarget('/my-buyers/:id/release', 'no_answer'),
  'POST /orders/:id/problems': () => ({
    token: seller.token,
    path: `/orders/${crypto.randomUUID()}/problems`,
    body: { kind: 'other', text: 'A', images: [] },
    read: ['kind', 'text', 'images'],
  }),
  'POST /problems/:id/entries': () => ({
    token: seller.token,
    path: `/problems/${crypto.randomUUID()}/entries`,
    body: { text: 'A', images: [] },
    read: ['text', 'images'],
  }),
  'POST /payouts': () => ({
    token: admin.token,
    path: '/payouts',
    body: { sellerId: seller.id, amount: { minor: 1, currency: 'USD' }, reference: 'A', key: 'one-press' },
    read: ['sellerId', 'amount', 'reference', 'key'],
  }),
  'POST /orders/:id/refund': () => ({
    token: seller.token,
    path: `/orders/${crypto.randomUUID()}/refund`,
    body: { reason: 'not_met', amount: '5.00', key: 'one-press' },
    read: ['reason', 'amount', 'key'],
  }),
  'POST /orders/:id/given-by-hand': () =>
    keepersTarget(`/orders/${crypto.randomUUID()}/given-by-hand`, { amount: '5.00' }),
  'POST /reports': () =>
    keepersTarget('/reports', { kind: 'book', target: crypto.randomUUID(), reason: 'other', words: 'A' }),
  'POST /report-cases/:id/decide': () =>
    keepersTarget('/report-cases/:id/decide', { seen: '1', decision: 'suspend', days: '7', note: 'A' }),
  'POST /decisions/look': () => sellersTarget('/decisions/look', { token: 'A' }),
  'POST /decisions/answer': () => sellersTarget('/decisions/answer', { token: 'A', words: 'A' }),
  'POST /accounts/:id/suspend': () =>
    keepersTarget('/accounts/:id/suspend', { days: '7', reason: 'no_show', note: 'A' }),
  'POST /accounts/:id/make-admin': () => keepersTarget('/accounts/:id/make-admin', { password: 'a' }),
  'POST /accounts/:id/remove-admin': () => keepersTarget('/accounts/:id/remove-admin', { password: 'a' }),
  'POST /listings/:id/take-down': () => keepersTarget('/listings/:id/take-down', { reason: 'misleading', note: 'A' }),
  'POST /problems/:id/decision': () => ({
    token: admin.token,
    path: `/problems/${crypto.randomUUID()}/decision`,
    body: { decision: 'part', amount: '1', text: 'A', revision: 1 },
    read: ['decision', 'amount', 'text', 'revision'],
  }),
  'POST /my-buyers/:id/hand-over': () => ({
    token: seller.token,
    path: `/my-buyers/${crypto.randomUUID()}/hand-over`,
    body: { code: '123456' },
    read: ['code'],
  }),
  'POST /favourites': () => keepersTarget('/favourites', { books: [book] }),
  'PATCH /wanted': () => keepersTarget('/wanted', { words: 'sea', isHidden: true }),
  'POST /wants': () => keepersTarget('/wants', { search: 'q=sea', name: 'Sea', often: 'daily' }),
  'PATCH /wants/:id': () => keepersTarget('/wants/:id', { name: 'Sea', often: 'daily' }),
  'POST /conversations': () => ({
    token: order.buyer.token,
    path: '/conversations',
    body: { book, messageId: crypto.randomUUID(), text: 'A' },
    read: ['book', 'messageId', 'text'],
  }),
  'POST /conversations/:id/messages': () => ({
    token: order.buyer.token,
    path: `/conversations/${crypto.randomUUID()}/messages`,
    body: { messageId: crypto.randomUUID(), text: 'A' },
    read: ['messageId', 'text'],
  }),
  'POST /conversations/:id/read': () => ({
    token: order.buyer.token,
    path: `/conversations/${crypto.randomUUID()}/read`,
    body: { upTo: 1 },
    read: ['upTo'],
  }),
  'POST /create-payment-intent': () => ({
    token: order.buyer.token,
    path: '/create-payment-intent',
    body: { resalePrice: '12.50', orderInfoId: order.id },
    read: ['resalePrice', 'orderInfoId'],
  }),
  'POST /payments': () => ({
    token: order.buyer.token,
    path: '/payments',
    body: { resalePrice: '12.50', transactionId: 'pi_1', email: 'a@example.org', orderInfoId: order.id },
    read: ['transactionId', 'orderInfoId'],
  }),
  'PUT /makeorderpaid/:orderId': () => ({
    token: order.buyer.token,
    path: `/makeorderpaid/${order.id}`,
    body: { isPaid: true },
    read: ['isPaid'],
  }),
}
/** These take a body without fields that must be there. */
const mayBeEmpty = new Set(['PATCH /account', 'PUT /buy-now/:bookId'])

const ask = (call: string, body: unknown, more: { path?: string; type?: string } = {}) => {
  const { token, path } = targets[call]!()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': more.type ?? 'application/json' }
  return send(call.split(' ')[0]!, `/api${path}`, { token, body: text, headers })
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const hostile: [string, unknown][] = [
  ['a number', 5],
  ['a huge number', 1e300],
  ['a list', []],
  ['a list of itself', [['x']]],
  ['a document', { $gt: '' }],
  ['nothing', null],
  ['a flag', false],
  ['10,000 letters', 'x'.repeat(10_000)],
  ['a null character', 'a\u0000b'],
  ['control characters', 'a\u0007b\u001b[31m'],
  ['half a character', 'a\ud800b'],
  ['a text turned round', 'a\u202eb'],
]

describe.each(Object.keys(targets))('%s', (call) => {
  const refused = { status: 422, code: 'invalid_input' }
  const withoutFields = mayBeEmpty.has(call)

  test('refuses what is not JSON, and JSON that is no document', async () => {
    for (const text of ['{"a":', '{a:1}', 'NaN', '<xml/>', '\u0000', '{"x":"\u0001"}', '[]', '42', 'true', '"text"'])
      expect(problemOf(await ask(call, text))).toMatchObject({
        ...refused,
        detail: expect.not.stringMatching(/^Invalid|expected/),
      })
    expect(problemOf(await ask(call, nested(20_000)))).toMatchObject(refused)
  })

  test(`${withoutFields ? 'takes' : 'refuses'} an empty document`, async () => {
    for (const text of ['null', '{}', `{"a":${nested(20_000)}}`])
      expect((await ask(call, text)).status).toBe(withoutFields ? 200 : 422)
  })

  test('refuses keys that reach for the prototype', async () => {
    for (const text of [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":{"__proto__":null}}',
      '{"constructor":{"prototype":{}}}',
    ])
      expect(problemOf(await ask(call, text))).toMatchObject({ status: 422, code: 'invalid_input' })
  })

  test('refuses another kind of content, and too much of it', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])
      expect(problemOf(await ask(call, '{}', { type }))).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    const huge = JSON.stringify({ ...targets[call]!().body, more: 'x'.repeat(300 * 1024) })
    expect(problemOf(await ask(call, huge))).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  test('names the field that can’t stay as it is, and is never at a loss', async () => {
    const { body, read } = targets[call]!()
    const asked = Object.keys(body).flatMap((field) => hostile.map(([what, value]) => ({ field, what, value })))
    const wrong: string[] = []
    for (const { field, what, value } of asked) {
      const { status, json } = await ask(call, { ...body, [field]: value })
      const invalid = (json.invalidFields ?? []) as { field: string; message: string }[]
      const named = invalid.map((one) => one.field.split('.')[0])
      const isInWords = invalid.every(({ message }) => !/^Invalid|expected/.test(message))
      const isFine = status === 422 ? read.includes(field) && named.includes(field) && isInWords : status < 500
      if (!isFine) wrong.push(`${field} as ${what}: ${status}, named ${named.join()}`)
    }
    expect(wrong).toEqual([])
  })

  test('tells all of them at once', async () => {
    const { body, read } = targets[call]!()
    const spoiled = Object.fromEntries(Object.keys(body).map((field) => [field, { not: 'this' }]))
    const { json } = await ask(call, spoiled)
    const named = ((json.invalidFields ?? []) as { field: string }[]).map(({ field }) => field.split('.')[0])
    expect(new Set(named)).toEqual(new Set(read))
  })
})

test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded'])(
  'a body that is empty is none, also when it comes as %s [bad-input-1]',
  async (type) => {
    const admin = await anAccount(services, 'admin')
    const seller = await anAccount(services, 'seller')
    const book = await aBook(services, seller)
    const empty = (method: string, path: string, { token }: TestAccount) =>
      send(method, path, { token, body: '', headers: { 'content-type': type } })
    const advertise = () => empty('PUT', `/api/my-books/${book}`, seller)
    expect((await advertise()).json).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect((await advertise()).json).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
    expect((await send('GET', `/api/advertise/${book}`)).json.advertise).toBe('true')
    for (const [list, role] of [
      ['all-sellers', 'seller'],
      ['all-buyers', 'buyer'],
    ] as const) {
      const { id } = await anAccount(services, role)
      expect((await empty('DELETE', `/api/${list}/delete/${id}`, admin)).json).toMatchObject({ deletedCount: 1 })
    }
    expect(problemOf(await empty('POST', '/api/add-product', seller))).toMatchObject({ status: 422 })
  },
)

test('the table has every call with a body', () => {
  const declared = Object.values(calls).filter((call) => hasPart(call, 'body'))
  expect(new Set(Object.keys(targets))).toEqual(new Set(declared.map(({ method, path }) => `${method} ${path}`)))
})
