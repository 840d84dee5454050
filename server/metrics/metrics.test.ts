import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { addJob } from '#server/database/add-job.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { freezable } from '#tests/kit/faults/freezable-database.ts'
import { temporaryFolder } from '#tests/kit/shop-process.ts'
import { startTestServer, type TestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const shop = await startTestServer({ jobs: true, env: { BACKUP_DIR: await temporaryFolder() } })

/** Values of the exposition by name and labels, as they are written. */
async function scrape({ send }: Pick<TestServer, 'send'> = shop): Promise<Map<string, number>> {
  const { status, text, headers } = await send('GET', '/api/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

test('requests are counted by route, method and outcome, and no id or address of a visitor’s is a label', async () => {
  const seller = await anAccount(shop.services, 'seller')
  const book = await aBook(shop.services, seller)
  await shop.send('GET', `/api/advertise/${book}`)
  await shop.send('GET', `/api/advertise/${crypto.randomUUID()}`)
  await shop.send('GET', '/api/my-orders')
  await shop.send('GET', '/api/no-such-call-of-a-stranger')
  const values = await scrape()
  const of = (route: string, outcome: string) =>
    values.get(`dogear_http_requests_total{route="${route}",method="GET",outcome="${outcome}"}`)
  expect(of('/api/advertise/:id', '2xx')).toBe(1)
  expect(of('/api/advertise/:id', '4xx')).toBe(1)
  expect(of('/api/my-orders', '4xx')).toBe(1)
  const route = 'route="/api/advertise/:id",method="GET"'
  expect(values.get(`dogear_http_request_duration_seconds_count{${route}}`)).toBe(2)
  expect(values.get(`dogear_http_request_duration_seconds_bucket{${route},le="+Inf"}`)).toBe(2)
  const names = [...values.keys()].join('\n')
  expect(names).not.toContain(book)
  expect(names).not.toContain('stranger')
  expect([...values.values()].filter((value) => !Number.isFinite(value))).toEqual([])
})

test('jobs, emails, pools, disk, backups and the program itself are told', async () => {
  await shop.backups!.takeIfDue()
  const values = await scrape()
  expect([...values.keys()].find((name) => name.startsWith('dogear_info{version="'))).toBeDefined()
  expect(values.get('dogear_database_up')).toBe(1)
  for (const name of [
    'dogear_database_connections_in_use{pool="dogear"}',
    'dogear_database_connections_max{pool="dogear jobs"}',
    'dogear_database_breaker_open',
    'dogear_disk_free_bytes{folder="data"}',
    'dogear_disk_size_bytes{folder="backups"}',
    'dogear_backup_last_timestamp_seconds',
    'dogear_backup_trial_interval_seconds',
    'dogear_mail_failing',
    'dogear_disputes_open',
    'dogear_search_waiting_books',
    'nodejs_heap_size_used_bytes',
    'process_cpu_seconds_total',
  ])
    expect([name, values.has(name)]).toEqual([name, true])
  // Its file's name has whole seconds.
  expect(values.get('dogear_backup_last_timestamp_seconds')).toBe(Math.floor(shop.clock.now().getTime() / 1000))
})

test('however many ask, the database is asked for it once', async () => {
  const other = await startTestServer({ on: shop })
  await scrape(other)
  let acquired = 0
  other.database.pool.on('acquire', () => (acquired += 1))
  await Promise.all(Array.from({ length: 40 }, () => scrape(other)))
  // None, or three statements where the first answer isn't fresh any more.
  expect(acquired).toBeLessThan(40)
})

test('without a database it answers, and says so', async () => {
  const database = await freezable(shop.database)
  const other = await startTestServer({ database })
  database.freeze()
  const values = await scrape(other)
  expect(values.get('dogear_database_up')).toBe(0)
  expect(values.has('dogear_disputes_open')).toBe(false)
  expect(values.get('dogear_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
  database.thaw()
})

test('a monitor without the token is refused, and a stranger behind a proxy as well', async () => {
  const guarded = await startTestServer({ on: shop, env: { METRICS_TOKEN: 'a-token-of-monitors' } })
  expect((await guarded.send('GET', '/api/metrics')).status).toBe(401)
  expect((await guarded.send('GET', '/api/metrics', { token: 'another-token-of-it' })).status).toBe(401)
  expect((await guarded.send('GET', '/api/metrics', { token: 'a-token-of-monitors' })).status).toBe(200)
  const headers = { 'x-forwarded-for': '127.0.0.1' }
  expect((await shop.send('GET', '/api/metrics', { headers })).status).toBe(401)
})

test('jobs and emails are counted as they end', async () => {
  const { services } = shop
  await services.db.transaction().execute((tx) => addJob(tx, 'pay_out', {}))
  await services.mail.send({ to: { name: '', address: 'a@example.org' }, subject: 's', text: 't', html: 'h' })
  await until(async () => (await scrape()).has('dogear_jobs_total{kind="pay_out",outcome="done"}'))
  expect((await scrape()).get('dogear_mails_total{outcome="sent"}')).toBe(1)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.skipIf(!hasPromtool)(
  'Prometheus’ own linter finds nothing to say (skipped where promtool isn’t installed)',
  async () => {
    const { text } = await shop.send('GET', '/api/metrics')
    // It exits with an error for whatever it says.
    const { status, stdout } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect([stdout, status]).toEqual(['', 0])
  },
)
