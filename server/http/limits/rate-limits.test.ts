import { request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { problemOf, startTestServer, type TestServer } from '#tests/kit/test-server.ts'

const MOST_WRITES = 20
const MOST_READS = 50
/** Lower than a shop's, to be reached sooner. */
const LIMITS = {
  RATE_LIMITS: 'on',
  READS_PER_MINUTE: String(MOST_READS),
  WRITES_PER_MINUTE: String(MOST_WRITES),
  SIGN_INS_PER_5_MINUTES: '10',
  SIGN_UPS_PER_HOUR: '3',
}

/** Runs work on a server with rate limits. */
async function limited<T>(env: Record<string, string>, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer({ env: { ...LIMITS, ...env } })
  return await work(server)
}

const write = ({ send }: TestServer, headers: Record<string, string> = {}) =>
  send('POST', '/api/jwt', { body: { email: 'a@example.org' }, headers })

/** Sends as many concurrent writes as a minute allows, so that they fall into the same minute. */
async function writeUntilLimited(server: TestServer, headers: (turn: number) => Record<string, string>) {
  const turns = Array.from({ length: MOST_WRITES }, (_, turn) => write(server, headers(turn)))
  return (await Promise.all(turns)).map(({ status }) => status)
}

/** A write from another address of this machine. */
function writeFrom(address: string, { origin }: TestServer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${origin}/api/jwt`, { method: 'POST', localAddress: address }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.once('error', reject)
    call.end()
  })
}

describe('who asks too much', () => {
  test('is slowed down with words and a time to wait; reading goes on', () =>
    limited({}, async (server) => {
      const statuses = await writeUntilLimited(server, () => ({}))
      expect(new Set(statuses)).toEqual(new Set([401]))
      const over = await write(server)
      expect(problemOf(over)).toMatchObject({ status: 429, code: 'too_many_requests' })
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await server.send('GET', '/api/all-books')).status).toBe(200)
    }))

  test('gets no new bucket by a forged header about where it comes from', () =>
    limited({}, async (server) => {
      const forged = (turn: number) => ({
        'x-forwarded-for': `203.0.113.${turn}`,
        forwarded: `for=203.0.113.${turn}`,
        'x-real-ip': `203.0.113.${turn}`,
        'x-dogear-client-address': `203.0.113.${turn}`,
      })
      await writeUntilLimited(server, forged)
      expect((await write(server, forged(200))).status).toBe(429)
    }))

  // Other systems give loopback a single address.
  test.skipIf(process.platform !== 'linux')('locks no other client out, by a forged header or without', () =>
    limited({}, async (server) => {
      await writeUntilLimited(server, () => ({ 'x-forwarded-for': '127.0.0.2' }))
      expect(await writeFrom('127.0.0.2', server)).toBe(401)
      expect(await writeFrom('127.0.0.1', server)).toBe(429)
    }),
  )

  test('at the identity provider is slowed down there as well', () =>
    limited({}, async (server) => {
      const statuses: number[] = []
      for (let turn = 0; turn < 11; turn += 1) {
        const { status } = await server.send('POST', '/api/identity/sign-in/email', {
          body: { email: `nobody-${turn}@example.org`, password: 'wrong password' },
          headers: { origin: server.origin, 'x-forwarded-for': `203.0.113.${turn}` },
        })
        statuses.push(status)
      }
      expect(statuses.at(-1)).toBe(429)
    }))

  test('may sign up as often as the shop says, counted per address', () =>
    limited({}, async (server) => {
      const signUp = (turn: number) =>
        server.send('POST', '/api/identity/sign-up/email', {
          body: { name: '', email: `new-${turn}@example.org`, password: 'a password' },
          headers: { origin: server.origin },
        })
      const statuses: number[] = []
      for (let turn = 0; turn < 4; turn += 1) statuses.push((await signUp(turn)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    }))

  test('for pages under the names of files that are none is slowed down as for any page', async () => {
    const page = (app: FastifyInstance) => app.get('/*', async () => 'a page')
    const { send, close } = await startTestServer({ env: LIMITS, plugins: [page] })
    const asked = await Promise.all(
      Array.from({ length: MOST_READS + 1 }, (_, turn) => send('GET', `/assets/none-${turn}.js`)),
    )
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 429]))
    await close()
  })

  test('by what takes long is slowed down sooner, by pages and pictures as by calls', () =>
    limited({}, async ({ send }) => {
      const left = async (path: string) => Number((await send('GET', path)).headers.get('x-ratelimit-remaining'))
      expect(await left('/api/all-books')).toBe(MOST_READS - 1)
      expect(await left('/api/search?q=a')).toBe(MOST_READS - 5)
      expect(await left('/share/books/00000000-0000-4000-8000-000000000000.png')).toBe(MOST_READS - 11)
      expect(await left('/search.atom?q=a')).toBe(MOST_READS - 15)
      for (let turn = 0; turn < 8; turn += 1) await send('GET', `/api/search?q=${turn}`)
      expect((await send('GET', '/api/search?q=once+more')).status).toBe(429)
    }))

  test('by malformed URLs or unsigned webhook events is refused after some hundred', () =>
    limited({}, async ({ send, origin }) => {
      const statuses = async (ask: () => Promise<{ status: number }>) => {
        const answers = await Promise.all(Array.from({ length: 310 }, ask))
        return new Set(answers.map(({ status }) => status))
      }
      expect(await statuses(() => fetch(`${origin}/%E0%A4%A`))).toEqual(new Set([422, 429]))
      expect(await statuses(() => send('POST', '/api/payment-events', { body: {} }))).toContain(422)
      expect(problemOf(await send('POST', '/api/payment-events', { body: {} })).code).toBe('too_many_requests')
      expect((await send('GET', '/api/all-books')).status).toBe(200)
    }))

  test('does not include the card provider, whose events all come', () =>
    limited({}, async ({ send }) => {
      const statuses = new Set<number>()
      for (let turn = 0; turn < MOST_WRITES + 5; turn += 1)
        statuses.add((await send('POST', '/api/payment-events', { body: {} })).status)
      expect(statuses).toEqual(new Set([422]))
    }))
})

describe('behind one proxy (TRUST_PROXY=1)', () => {
  test('each client of the proxy has a bucket of its own; what the client said before it counts for nothing', () =>
    limited({ TRUST_PROXY: '1' }, async (server) => {
      const statuses = await writeUntilLimited(server, (turn) => ({
        'x-forwarded-for': `203.0.113.${turn}, 198.51.100.7`,
      }))
      expect(new Set(statuses)).toEqual(new Set([401]))
      expect((await write(server, { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' })).status).toBe(429)
      expect((await write(server, { 'x-forwarded-for': '198.51.100.8' })).status).toBe(401)
      expect((await write(server, { 'x-forwarded-for': '198.51.100.7, 198.51.100.8' })).status).toBe(401)
    }))

  test('who owns a whole IPv6 network is one client', () =>
    limited({ TRUST_PROXY: '1' }, async (server) => {
      await writeUntilLimited(server, (turn) => ({ 'x-forwarded-for': `2001:db8:1:2::${turn.toString(16)}` }))
      expect((await write(server, { 'x-forwarded-for': '2001:db8:1:2:ffff::1' })).status).toBe(429)
      expect((await write(server, { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(401)
    }))
})

describe('the page of the API', () => {
  test('names the limits of this shop, and of an account where a call has one', () =>
    limited({}, async ({ send }) => {
      const { paths } = (await send('GET', '/api/openapi.json')).json
      expect(paths['/api/all-books'].get.description).toContain(`one of the ${MOST_READS} reads a minute`)
      expect(paths['/api/my-orders'].get.description).toContain(`one of the ${MOST_READS} reads a minute`)
      expect(paths['/api/jwt'].post.description).toContain(`one of the ${MOST_WRITES} writes a minute`)
      expect(paths['/api/buy-now'].post.description).toMatch(/writes a minute.* At most 10 of one account/)
      expect(paths['/api/images'].post.description).toContain('At most 100 of one account within 24 hours.')
      expect(paths['/api/payment-events'].post.description).not.toMatch(/minute/)
      expect(paths['/api/search'].get.description).toContain(`4 of the ${MOST_READS} reads a minute`)
      expect((await send('GET', '/api/docs')).text).toContain(`${MOST_WRITES} writes a minute`)
    }))
})

describe('with RATE_LIMITS=off', () => {
  test('no request is refused', () =>
    limited({ RATE_LIMITS: 'off' }, async (server) => {
      const statuses = await writeUntilLimited(server, () => ({}))
      expect(new Set([...statuses, (await write(server)).status])).toEqual(new Set([401]))
    }))
})
