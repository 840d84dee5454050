import { readFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { live, runProgram, startShop, type ShopProcess } from '#tests/kit/shop-process.ts'
import { until } from '#tests/kit/until.ts'

const SECONDS = 1000
const LIMITS = { RATE_LIMITS: 'on', WRITES_PER_MINUTE: '6', SIGN_INS_PER_5_MINUTES: '5' }

// One start for all: whole programs are expensive.
describe.skipIf(process.env.DATABASE_URL)('a shop with two workers', { timeout: 180 * SECONDS }, () => {
  let shop: ShopProcess
  beforeAll(async () => {
    shop = await startShop({
      env: { ...live, ...LIMITS, PUBLIC_URL: 'http://localhost', WORKERS: '2', LOG_LEVEL: 'info' },
    })
  }, 120 * SECONDS)
  afterAll(() => shop.stop())

  /** Asks over a connection of its own: they go to the workers in turn. */
  async function ask(path: string, { method = 'GET', body = '' } = {}) {
    const headers = body ? { 'content-type': 'application/json' } : {}
    const asked = request(`${shop.origin}${path}`, { method, headers, agent: new Agent({ keepAlive: false }) })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject).end(body)
    })
    return { status: answer.statusCode, text: await text(answer) }
  }
  const lines = () =>
    shop
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
  const answered = (path: string) => lines().filter(({ route }) => route === path)
  const metric = async (name: string) => {
    const { text: all } = await ask('/api/metrics')
    return all.split('\n').filter((line) => line.startsWith(name))
  }

  test('answers by both, says so once, and does what only one may do once', async () => {
    for (let turn = 0; turn < 4; turn += 1) expect((await ask('/api/all-books')).status).toBe(200)
    await until(() => answered('/api/all-books').length === 4)
    expect(new Set(answered('/api/all-books').map(({ worker }) => worker))).toEqual(new Set([1, 2]))
    expect(shop.output().match(/ is open at .*, by 2 workers/g)).toHaveLength(1)
    expect(shop.output().match(/has no admin yet\./g)).toHaveLength(1)
    expect(JSON.parse((await ask('/api/ready')).text)).toMatchObject({ status: 'ok', mail: { state: 'ok' } })
  })

  test('tells monitors of all processes, whichever answers', async () => {
    const [count] = await metric('dogear_http_requests_total{route="/api/all-books",method="GET",outcome="2xx"}')
    expect(count).toMatch(/ 4$/)
    const memory = await metric('process_resident_memory_bytes')
    expect(memory.map((line) => /worker="(\w+)"/.exec(line)?.[1])).toEqual(['main', '1', '2'])
  })

  test('counts for both together what a client asks, and tries to sign in', async () => {
    const guess = (turn: number) =>
      ask('/api/identity/sign-in/email', {
        method: 'POST',
        body: JSON.stringify({ email: `nobody-${turn}@example.org`, password: 'wrong password' }),
      })
    const statuses: (number | undefined)[] = []
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await guess(turn)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const write = () => ask('/api/jwt', { method: 'POST', body: '{"email":"a@example.org"}' })
    const writes: (number | undefined)[] = []
    for (let turn = 0; turn < 7; turn += 1) writes.push((await write()).status)
    expect(writes).toEqual([401, 401, 401, 401, 401, 401, 429])
  })

  test('replaces a worker that is killed, and forgets none of what it counted', async () => {
    const pids = await workersOf(shop)
    expect(pids).toHaveLength(2)
    process.kill(pids[0]!, 'SIGKILL')
    expect((await ask('/api/health')).status).toBe(200)
    await until(() => lines().some(({ msg }) => msg === 'the worker’s place is taken again'))
    expect(await workersOf(shop)).toHaveLength(2)
    const before = answered('/api/all-books').length
    for (let turn = 0; turn < 4; turn += 1) await ask('/api/all-books')
    await until(() => answered('/api/all-books').length === before + 4)
    const [count] = await metric('dogear_http_requests_total{route="/api/all-books",method="GET",outcome="2xx"}')
    expect(count).toMatch(new RegExp(` ${before + 4}$`))
  })

  test('names a port that is in use, as one process does', async () => {
    const other = createServer().listen(0, 'localhost')
    await until(() => other.listening)
    const PORT = String((other.address() as AddressInfo).port)
    const { code, output } = await runProgram('server/start.ts', [], {
      ...live,
      WORKERS: '2',
      PORT,
      DATA_DIR: shop.dataDir,
    })
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^Port ${PORT} is in use;[^\\n]*\\n$`))])
    other.close()
  })

  test('ends by SIGTERM once all have ended', async () => {
    const pids = await workersOf(shop)
    expect(await shop.stop({ keepData: true })).toBe(0)
    expect(pids.map(isAlive)).toEqual([false, false])
  })
})

/** Process ids of its workers. */
async function workersOf({ pid }: ShopProcess): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
  const all = await Promise.all(
    children.map(async (child) => ({ child, command: await readFile(`/proc/${child}/cmdline`, 'utf8') })),
  )
  return all.filter(({ command }) => command.includes('--worker')).map(({ child }) => child)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
