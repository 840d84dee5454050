import { once } from 'node:events'
import { request, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { answerClientError } from '#server/http/client-errors.ts'
import { closeConnectionsAtTheEnd, unusedConnections } from '#server/http/concurrency/close-connections.ts'
import { listen } from '#server/http/listen.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { until } from '#tests/kit/until.ts'
import type { Opening } from './answer-while-opening.ts'
import { EarlyServer } from './early-server.ts'

/** Longer than any test. */
const HELD_MS = 3_600_000
const PAGE = { accept: 'text/html,application/xhtml+xml' }

/** A server that listens, without a shop. */
async function aServer({ heldMs = HELD_MS, host = '127.0.0.1', ...opening }: Partial<Opening> & Partial<Held> = {}) {
  const about: Opening = { publicUrl: 'https://books.example.org', shopName: null, stage: 'starting', ...opening }
  const server = new EarlyServer(about, heldMs)
  await server.open({ host, port: 0 })
  afterwards(async () => void server.close())
  const { port } = server.address() as AddressInfo
  return { server, port, origin: `http://${host}:${port}`, about }
}

interface Held {
  heldMs: number
  host: string
}

/** Has a shop take the server over, which answers with what it was sent. */
async function openShop(server: EarlyServer) {
  const app = fastify({
    serverFactory: server.factory,
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
  })
  closeConnectionsAtTheEnd(app)
  const seen: string[] = []
  app.all('/*', async ({ method, url, body }) => {
    seen.push(url)
    return `${method} ${url} ${JSON.stringify(body ?? null)}`
  })
  afterwards(() => app.close())
  await listen(app, { host: '127.0.0.1', port: 0 })
  return { app, seen }
}

describe('while the shop opens', () => {
  test('a page says so in words, and comes back by itself', async () => {
    const { origin } = await aServer({ heldMs: 0, shopName: 'Books & Co' })
    const answer = await fetch(`${origin}/advertise/1`, { headers: PAGE })
    expect(answer.status).toBe(503)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '5',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'sha256-"),
      'strict-transport-security': expect.any(String),
    })
    const page = await answer.text()
    expect(page).toContain('<title>One moment, please · Books &amp; Co</title>')
    expect(page).toContain('<meta http-equiv="refresh" content="5">')
    expect(page).toContain('<p>We’re opening the shop.</p>')
  })

  test('an update is called one, and a name that isn’t known is left out', async () => {
    const { origin, about } = await aServer({ heldMs: 0 })
    about.stage = 'updating'
    const page = await (await fetch(origin, { headers: PAGE })).text()
    expect(page).toContain('<title>One moment, please</title>')
    expect(page).toContain('<p>We’re updating the shop. Nothing is lost.</p>')
    const head = await fetch(origin, { method: 'HEAD', headers: PAGE })
    expect([head.status, await head.text()]).toEqual([503, ''])
  })

  test('a call gets a problem', async () => {
    const { origin } = await aServer({ heldMs: 0 })
    for (const [address, init] of [
      ['/api/all-books', { headers: PAGE }],
      ['/api/orders', { method: 'POST', body: 'x'.repeat(100_000) }],
      ['/assets/home.js', {}],
    ] as const) {
      const answer = await fetch(`${origin}${address}`, init)
      expect([address, answer.status, answer.headers.get('retry-after')]).toEqual([address, 503, '5'])
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      const { requestId, ...problem } = (await answer.json()) as Record<string, unknown>
      expect(requestId).toBe(answer.headers.get('x-request-id'))
      expect(problem).toMatchObject({
        code: 'unavailable',
        status: 503,
        detail: 'We’re opening the shop. Please try again in a moment.',
        invalidFields: [],
      })
    }
  })

  test('monitors hear at once that it is alive, and not ready and why', async () => {
    const { origin, about } = await aServer()
    about.stage = 'updating'
    const health = await fetch(`${origin}/api/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    const ready = await fetch(`${origin}/api/ready?now`)
    expect([ready.status, ((await ready.json()) as { detail: string }).detail]).toEqual([
      503,
      'Not open yet: Updating the database.',
    ])
  })

  test('beyond the first thousand they are answered at once, and all are when it ends', async () => {
    const { server } = await aServer()
    const answered: number[] = []
    const ask = server.listeners('request')[0] as RequestListener
    const response = (at: number) =>
      ({ once() {}, writeHead: () => answered.push(at), end() {} }) as unknown as Parameters<RequestListener>[1]
    for (let at = 0; at < 1002; at++) ask({ url: '/', headers: {} } as Parameters<RequestListener>[0], response(at))
    expect(answered).toEqual([1000, 1001])
    server.close()
    expect(answered).toHaveLength(1002)
  })
})

describe('once the shop is there', () => {
  test('it answers those who waited, in their order, with what they had sent, and all others', async () => {
    const { server, origin } = await aServer()
    const [body, headers] = [JSON.stringify({ words: 'x'.repeat(200_000) }), { 'content-type': 'application/json' }]
    const waiting: Promise<Response>[] = []
    const came = () => new Promise((resolve) => server.once('request', resolve))
    for (const [address, init] of [
      ['/one', {}],
      ['/two', { method: 'POST', body, headers }],
      ['/three', {}],
    ] as const) {
      const next = came()
      waiting.push(fetch(`${origin}${address}`, init))
      await next
    }
    const { seen } = await openShop(server)
    const answers = await Promise.all(waiting.map(async (answer) => (await answer).text()))
    expect(answers).toEqual(['GET /one null', `POST /two ${body}`, 'GET /three null'])
    expect(await (await fetch(`${origin}/four`)).text()).toBe('GET /four null')
    expect(seen.toSorted()).toEqual(['/four', '/one', '/three', '/two'])
  })

  test('it isn’t asked for those who have left', async () => {
    const { server, port } = await aServer()
    const gone = request({ port, host: '127.0.0.1', path: '/gone', agent: false }).on('error', () => {})
    gone.end()
    const [, response] = (await once(server, 'request')) as [unknown, NodeJS.EventEmitter]
    gone.destroy()
    await once(response, 'close')
    const { seen } = await openShop(server)
    expect(seen).toEqual([])
  })

  test('nonsense is answered once, before and after', async () => {
    const { server, port } = await aServer()
    const say = async () => {
      const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
      return text(socket)
    }
    expect(await say()).toMatch(/^HTTP\/1\.1 422 [^]*"code":"invalid_input"[^]*}$/)
    await openShop(server)
    expect(await say()).toMatch(/^HTTP\/1\.1 422 [^]*"code":"invalid_input"[^]*}$/)
  })

  test('a request that arrives while it closes, on a connection from before, is served', async () => {
    const { server, port } = await aServer()
    const unused = unusedConnections(server)
    const early = connect(port, '127.0.0.1')
    await until(() => unused.size === 1)
    const { app } = await openShop(server)
    const closing = app.close()
    early.write('GET /late HTTP/1.1\r\nhost: shop\r\n\r\n')
    expect(await text(early)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*GET \/late null$/i)
    await closing
    expect(server.listening).toBe(false)
  })
})

test('localhost is all of its addresses, which close together', async () => {
  const { server, port } = await aServer({ host: 'localhost' })
  const reach = async (host: string) => {
    const asked = request({ host, port, path: '/api/health', agent: false })
    const answer = once(asked.end(), 'response') as Promise<[Parameters<RequestListener>[0]]>
    return answer.then(
      async ([response]) => json(response),
      ({ code }: { code: string }) => code,
    )
  }
  const before = await Promise.all(['127.0.0.1', '::1'].map(reach))
  expect(before).toContainEqual({ status: 'ok' })
  const { app } = await openShop(server)
  await app.close()
  expect(await Promise.all(['127.0.0.1', '::1'].map(reach))).not.toContainEqual({ status: 'ok' })
})
