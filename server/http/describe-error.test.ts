import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { asError, describeError } from './describe-error.ts'
import { loggerOptions } from './log.ts'
import { maskAddresses } from './mask-addresses.ts'

describe('addresses in a text', () => {
  test.each([
    ['ann@example.org', 'a***@example.org'],
    ['Key (email)=(ann@example.org) exists', 'Key (email)=(a***@example.org) exists'],
    ['to "ann@example.org", <bob@example.net>', 'to "a***@example.org", <b***@example.net>'],
    ['ann@example.org,bob@example.net;carl@x', 'a***@example.org,b***@example.net;c***@x'],
    ['mailto:ann@example.org?cc=bob@example.net', 'mailto:a***@example.org?cc=b***@example.net'],
    ['/allusers/admin/ann@example.org', '/allusers/admin/a***@example.org'],
    ['?email=ann%40example.org&x=1', '?email=a***%40example.org&x=1'],
    ['postgres://dogear:geheim@localhost/db', 'postgres://dogear:g***@localhost/db'],
    ['"odd@local"@example.org', '"o***@local"@example.org'],
    ['Ärger@example.org 😀😀@example.org', 'Ä***@example.org 😀***@example.org'],
  ])('%s', (text, masked) => {
    expect(maskAddresses(text)).toBe(masked)
  })

  test.each(['no address', '/node_modules/@fastify/static/index.js:5:1', '@', 'at Object.<anonymous>'])(
    'are not seen where none is: %s',
    (text) => {
      expect(maskAddresses(text)).toBe(text)
    },
  )

  // Quadratic work on these lengths would take the better part of an hour.
  test.each(['a', '@', 'a@', 'a,', ',', '%40', 'a@b.', ' a@', 'a:/?&'])(
    'cost no more than their length allows: %j over and over',
    (piece) => {
      const text = piece.repeat(1_000_000)
      const isSafe = !/@|%40/.test(piece)
      const masked = maskAddresses(text)
      expect(masked === text).toBe(isSafe || piece === '@' || piece === '%40')
      // A text with an @ counts as an address; the others get one.
      const asName = isSafe ? maskAddresses(`${text}@`) : masked
      expect(asName.length).toBeLessThan(4 * text.length + 10)
    },
  )
})

const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error('a getter throws')
    },
    getPrototypeOf: () => {
      throw new Error('nobody knows what this is')
    },
  },
)
const revoked = Proxy.revocable({}, {})
revoked.revoke()
const anything: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', 'nothing works'],
  ['a number', 42],
  ['a symbol', Symbol('sign')],
  ['an object', { message: undefined }],
  ['an object without a prototype', Object.create(null)],
  ['an error without a message', Object.assign(new Error('x'), { message: undefined, stack: undefined })],
  ['an error whose message is none', Object.assign(new Error('x'), { message: { toString: null } })],
  ['getters that throw', hostile],
  ['a proxy that was revoked', revoked.proxy],
  ['a function', () => {}],
  ['a chain of causes without an end', endless()],
]

function endless(): Error {
  const error = new Error('first')
  error.cause = error
  return error
}

/** Lines written to the log. */
function logged(facts: object): Record<string, unknown>[] {
  const lines: string[] = []
  const stream = new Writable({ write: (part: Buffer, _encoding, done) => (lines.push(part.toString()), done()) })
  pino(loggerOptions({ logLevel: 'error', secrets: [] }), stream).error(facts, 'request failed')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('whatever was thrown', () => {
  test.each(anything)('%s is a line in the log', (_name, thrown) => {
    const err = { type: expect.any(String), message: expect.any(String), stack: expect.any(String) }
    expect(logged({ err: thrown ?? asError(thrown) })).toMatchObject([{ msg: 'request failed', err }])
    expect(asError(thrown)).toBeInstanceOf(Error)
  })

  test('is logged with its code, stack and cause', () => {
    const cause = Object.assign(new Error('to ann@example.org'), { code: 'ECONNREFUSED' })
    const several = new AggregateError([cause])
    expect(describeError(new TypeError('fetch failed', { cause: several }))).toMatchObject({
      type: 'TypeError',
      message: 'fetch failed',
      stack: expect.stringContaining('describe-error.test.ts'),
      cause: { type: 'AggregateError', cause: { code: 'ECONNREFUSED', message: 'to a***@example.org' } },
    })
  })

  test('takes a line of bounded length, in which the place stays', () => {
    const [line] = logged({ err: new Error(`nobody@example.org ${'long '.repeat(1_000_000)}`) })
    const text = JSON.stringify(line)
    expect(text.length).toBeLessThan(20_000)
    expect(text).toContain('n***@example.org')
    expect(text).toContain('describe-error.test.ts')
  })
})
