import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { hasPart, type Call } from '#contract/call.ts'
import { exampleOf } from '#tests/kit/example-of.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount, aPictureOf } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { temporaryFolder } from '#tests/kit/shop-process.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { declaredCalls } from './declared-calls.ts'

const server = await startTestServer({ env: { BACKUP_DIR: await temporaryFolder() } })
const { services, send } = server
const seller = await anAccount(services, 'seller')
const admin = await anAccount(services, 'admin')
const proven = await aProvenAccount(server, null)
const order = await anOrder(server, { seller })
const book = await aBook(services, seller)
const picture = await aPictureOf(services, seller)

/** An account that may make a call. */
function callerOf({ access }: Call): Pick<TestAccount, 'token' | 'email' | 'id'> {
  if (access === 'proof') return { ...proven, token: proven.proof }
  if (access === 'proof-or-member' || access === 'anyone' || access === 'monitor') return seller
  if (access === 'member') return admin
  return { seller, admin, buyer: order.buyer, user: order.buyer }[access[0]!]
}

/** Ids of nothing: a valid body must not change what other calls of this file need. */
const addressOf = ({ path, query }: Call) =>
  `/api${path
    .replace(':bookId', order.book)
    .replace(':name', 'about')
    .replaceAll(/:\w+/g, () => crypto.randomUUID())}${hasPartThatMustBe(query) ? '?revision=1' : ''}`
const hasPartThatMustBe = (query: Call['query']) =>
  !z.safeDecode(query, undefined).success && !z.safeDecode(query, {}).success

const callsWithBody = Object.values(await declaredCalls('USD'))
  .filter((call) => hasPart(call, 'body'))
  .map((call) => ({ name: `${call.method} ${call.path}`, call }))

/** The example body, in which one field at a time is spoiled, with its ignored fields. */
function bodyOf(call: Call): Record<string, unknown> {
  const { id, email } = callerOf(call)
  const example = exampleOf(call, { account: id, email, book, order: order.id, picture }) as Record<string, unknown>
  return { ...example, ...Object.fromEntries(Object.keys(call.ignored).map((field) => [field, 'x'])) }
}
/** Fields that the server reads. */
const readBy = (call: Call) => Object.keys(call.example as object)

const ask = (call: Call, body: unknown, { type = 'application/json' } = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return send(call.method, addressOf(call), {
    token: callerOf(call).token,
    body: text,
    headers: { 'content-type': type },
  })
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

describe.each(callsWithBody)('$name', ({ call }) => {
  const refused = { status: 422, code: 'invalid_input' }
  const mayBeEmpty = z.safeDecode(call.body, {}).success

  test('refuses what is not JSON, and JSON that is no document', async () => {
    for (const text of ['{"a":', '{a:1}', 'NaN', '<xml/>', '\u0000', '{"x":"\u0001"}', '[]', '42', 'true', '"text"'])
      expect(problemOf(await ask(call, text))).toMatchObject({
        ...refused,
        detail: expect.not.stringMatching(/^Invalid|expected/),
      })
    expect(problemOf(await ask(call, nested(20_000)))).toMatchObject(refused)
  })

  test(`refuses an empty document${mayBeEmpty ? ' or takes it' : ''}`, async () => {
    for (const text of ['null', '{}', `{"a":${nested(20_000)}}`])
      expect(mayBeEmpty ? [200, 422] : [422]).toContain((await ask(call, text)).status)
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
    const huge = JSON.stringify({ ...bodyOf(call), more: 'x'.repeat(300 * 1024) })
    expect(problemOf(await ask(call, huge))).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  test('names the field that can’t stay as it is, and is never at a loss', async () => {
    const [body, read] = [bodyOf(call), readBy(call)]
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

  test('reports all of them at once', async () => {
    const [body, read] = [bodyOf(call), readBy(call)]
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
