import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '#server/database/read-migrations.ts'
import { workWhileOurs } from '#server/jobs/work-while-ours.ts'
import { openDatabase } from '#server/open-database.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer()
server.database.catalogue.expectMigrations((await readMigrations()).map(({ name }) => name))
afterAll(() => server.close())

const change = (statement: string) => server.database.pool.query(statement)
const NEWER = "INSERT INTO schema_migrations (name, sha256) VALUES ('9000-of-a-newer-one.sql', '')"
const ADDED =
  "INSERT INTO schema_migrations (name, sha256, kind) VALUES ('9000-added-by-a-newer-one.sql', '', 'expand')"
const NO_NEWER = "DELETE FROM schema_migrations WHERE name LIKE '9000%'"
const OLDER =
  'CREATE TABLE before AS SELECT * FROM schema_migrations; DELETE FROM schema_migrations WHERE name > $$0050$$'
const NO_OLDER = 'INSERT INTO schema_migrations SELECT * FROM before ON CONFLICT DO NOTHING; DROP TABLE before'
afterEach(() => change(NO_NEWER))

const ready = () => server.send('GET', '/api/ready')
const signUp = () => server.send('POST', '/api/signup', { body: {} })
const books = () => server.send('GET', '/api/books-categories')

test.for([
  ['a newer Dogear has changed', NEWER, NO_NEWER],
  ['an older backup was put in place of', OLDER, NO_OLDER],
])('on a database that %s nothing is written, and readiness says so, until it is over', async ([, begin, end]) => {
  await change(begin!)
  await until(async () => (await ready()).status === 503)
  expect(problemOf(await ready())).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('migrations') })
  const refused = await signUp()
  expect(problemOf(refused)).toMatchObject({
    status: 503,
    detail: expect.stringContaining('The shop is being updated.'),
  })
  expect(refused.headers.get('retry-after')).not.toBeNull()
  expect((await server.send('POST', '/api/auth/sign-in/email', { body: {} })).status).toBe(503)
  expect((await books()).status).toBe(200)
  await change(end!)
  await until(async () => (await ready()).status === 200)
  expect((await signUp()).status).not.toBe(503)
})

test('what a newer Dogear has only added to the database keeps nothing from being written, here or at a start', async () => {
  await change(ADDED)
  const opened = await openHere()
  for (const { catalogue } of [opened, server.database]) {
    const before = await catalogue.present()
    await change(`INSERT INTO catalogue_changes (buckets) VALUES ('{everything}')`)
    expect(await catalogue.present()).not.toBe(before)
    expect(catalogue.isOurs).toBe(true)
  }
  expect((await ready()).status).toBe(200)
  expect((await signUp()).status).not.toBe(503)
})

test('meanwhile no job is worked off, and the log says why', async () => {
  const { catalogue } = server.database
  const worked: string[] = []
  const start = async () => {
    worked.push('started')
    return { stop: async () => void worked.push('stopped') }
  }
  const jobs = await workWhileOurs({ catalogue, log: server.services.log }, start, 10)
  onTestFinished(jobs.stop)
  await change(NEWER)
  await until(() => worked.length === 2)
  await change(NO_NEWER)
  await until(() => worked.length === 3)
  expect(worked).toEqual(['started', 'stopped', 'started'])
  expect(server.logged.filter((line) => /migrations (than|of) this program/.test(line))).toHaveLength(2)
})

async function openHere() {
  const opened = await openDatabase(
    { dataDir: server.dataDir, database: { kind: 'server', url: server.database.url } },
    { as: 'shop', program: 'a test', say: () => {} },
  )
  onTestFinished(opened.close)
  return opened
}

test('what a start has opened knows which migrations there are', async () => {
  const opened = await openHere()
  await opened.catalogue.current()
  expect(opened.catalogue.isOurs).toBe(true)
  await change(NEWER)
  await until(async () => (await opened.catalogue.current()) !== null && !opened.catalogue.isOurs)
})
