import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { bearerToken } from '../guards.ts'
import { monitorGuard } from './monitor-guard.ts'

const HERE = { metricsToken: null, publicUrl: 'http://localhost:4000', trustProxy: false as const }
const TOKEN = 'a-token-of-sixteen-or-more'

async function may(config: Parameters<typeof monitorGuard>[0], from: string, headers: Record<string, string> = {}) {
  const guard = monitorGuard(config)
  const app = Fastify({ trustProxy: config.trustProxy !== false })
  app.get('/', async (request) => guard(request, bearerToken(request)))
  const answer = await app.inject({ url: '/', remoteAddress: from, headers: { host: 'localhost:4000', ...headers } })
  return answer.json() as boolean
}

test('a shop that is open on its own machine alone answers that machine', async () => {
  for (const from of ['127.0.0.1', '::1', '127.4.5.6', '::ffff:127.0.0.1'])
    expect([from, await may(HERE, from)]).toEqual([from, true])
  expect(await may(HERE, '127.0.0.1', { host: '[::1]:4000' })).toBe(true)
  for (const from of ['10.0.0.2', '203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7'])
    expect([from, await may(HERE, from)]).toEqual([from, false])
})

test('what came through a proxy isn’t of this machine, however it is addressed', async () => {
  for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])
    expect([name, await may(HERE, '127.0.0.1', { [name]: '127.0.0.1' })]).toEqual([name, false])
  expect(await may({ ...HERE, trustProxy: 1 }, '127.0.0.1')).toBe(false)
  expect(await may({ ...HERE, trustProxy: 1 }, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(false)
  // Some proxies send no header at all: a shop with a public address always needs the token.
  expect(await may({ ...HERE, publicUrl: 'https://books.example.org' }, '127.0.0.1')).toBe(false)
})

test('a page of another site in a browser on this machine gets nothing by a name that leads here', async () => {
  expect(await may(HERE, '127.0.0.1', { host: 'evil.example:4000' })).toBe(false)
})

test('with a token only that counts, from anywhere', async () => {
  const config = { ...HERE, metricsToken: TOKEN, trustProxy: 1, publicUrl: 'https://books.example.org' }
  expect(await may(config, '203.0.113.7', { authorization: `Bearer ${TOKEN}` })).toBe(true)
  for (const authorization of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, 'Bearer ', ''])
    expect(await may(config, '127.0.0.1', { authorization })).toBe(false)
  expect(await may({ ...HERE, metricsToken: TOKEN }, '127.0.0.1')).toBe(false)
})
