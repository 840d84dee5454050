import { beforeEach, expect, test } from 'vitest'
import { startIdentityServer } from '#tests/port-suites/identity-server.ts'

const server = await startIdentityServer({ rateLimits: true })
// Expires all earlier counts, those of a retried test as well.
beforeEach(() => server.clock.advance(3601))

/** Calls the port directly, as if the HTTP layer had seen this client. */
const from = (client: string, path: string, body: object, headers: Record<string, string> = {}) =>
  server.identity.handle(
    new Request(`${server.origin}/api/identity/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-dogear-client-address': client, ...headers },
      body: JSON.stringify(body),
    }),
  )

const statuses = async (times: number, send: (turn: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let turn = 0; turn < times; turn++) seen.push((await send(turn)).status)
  return seen
}

test('one client’s guessing is slowed, others go on, and it ends with the window', async () => {
  const guess = (client: string, turn: number) =>
    from(client, 'sign-in/email', { email: `someone${turn}@example.org`, password: 'a guess' })
  const seen = await statuses(32, (turn) => guess('203.0.113.5', turn))
  expect(seen).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429])
  const held = await guess('203.0.113.5', 99)
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(200)
  expect(await held.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await guess('203.0.113.6', 100)).status).toBe(401)
  server.clock.advance(301)
  expect((await guess('203.0.113.5', 101)).status).toBe(401)
})

test('headers that a client makes up open nothing', async () => {
  const seen = await statuses(32, (turn) =>
    server.browser().send(
      'POST',
      'reset-password',
      { token: `guess-${turn}`, newPassword: 'whatever' },
      {
        'x-forwarded-for': `198.51.100.${turn}`,
        'x-dogear-client-address': `198.51.100.${turn}`,
        forwarded: `for=198.51.100.${turn}`,
      },
    ),
  )
  expect(seen.slice(29)).toEqual([400, 429, 429])
})

test('a visitor with a whole IPv6 network is one client', async () => {
  const seen = await statuses(32, (turn) =>
    from(`2001:db8:1:2::${turn.toString(16)}`, 'reset-password', { token: `guess-${turn}`, newPassword: 'whatever' }),
  )
  expect(seen.at(-1)).toBe(429)
  expect((await from('2001:db8:1:3::1', 'reset-password', { token: 'other', newPassword: 'whatever' })).status).toBe(
    400,
  )
})

test('a repeated request gets its email once emails can be booked again', async () => {
  const email = 'patient@example.org'
  await from('192.0.2.9', 'sign-up/email', { name: '', email, password: 'the right one' })
  const ask = (client: string) => from(client, 'request-password-reset', { email })
  server.noMails.reason = Object.assign(new Error('No space left on device'), { code: '53100' })
  const asked = await Promise.allSettled(Array.from({ length: 5 }, (_, turn) => ask(`198.18.2.${turn}`)))
  server.noMails.reason = null
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
  const before = server.mails.length
  expect((await ask('198.18.2.99')).status).toBe(200)
  expect(server.mails.length - before).toBe(1)
})
