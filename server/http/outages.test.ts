import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Unanswered } from '#server/database/trouble.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { aProvenAccount, askIdentity } from '#tests/kit/proven-account.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { outageOf, outageReporter } from './outages.ts'

const server = await startTestServer({ connections: 4, longestWait: 'as in a shop' })
const { services, send, database } = server

const failing = (code: string) => Object.assign(new Error('could not extend file'), { code })

describe('what counts as an outage', () => {
  test.each([
    ['a full disk', failing('53100'), 'full'],
    ['no memory', failing('53200'), 'exhausted'],
    ['no connections', failing('53300'), 'exhausted'],
    ['a statement that took too long', failing('57014'), 'slow'],
    ['a deadlock', failing('40P01'), 'slow'],
    ['two transactions that can’t both be', failing('40001'), 'slow'],
    ['a transaction that idled too long', failing('25P03'), 'slow'],
    ['a transaction that took too long', failing('25P04'), 'slow'],
    ['a standby', failing('25006'), 'read-only'],
    ['a disk that fails', failing('58030'), 'broken'],
    ['an index that can’t be read', failing('XX002'), 'broken'],
    ['a disk that became read-only', failing('EROFS'), 'disk'],
    ['no more open files', failing('EMFILE'), 'limit'],
    ['no more open files of the whole machine', failing('ENFILE'), 'limit'],
    ['no memory for this program', failing('ENOMEM'), 'limit'],
    ['a part of the program that can’t be loaded for that', new Error('Cannot read …: too many open files.'), 'limit'],
    ['a password that was changed', failing('28P01'), 'away'],
    ['a certificate that has expired', failing('CERT_HAS_EXPIRED'), 'away'],
    ['a name that is not found at the moment', failing('EAI_AGAIN'), 'away'],
    ['a statement after a failed one, which is our mistake', failing('25P02'), null],
    ['an answer that did not come', new Unanswered(), 'slow'],
    ['a server that shuts down', failing('57P01'), 'away'],
    ['a refused connection', failing('ECONNREFUSED'), 'away'],
    ['a provider that does not answer', new ProviderError('no answer'), 'provider'],
    ['a broken constraint', failing('23505'), null],
    ['a mistake of ours', new TypeError('x is not a function'), null],
    ['no error at all', undefined, null],
  ])('%s: %s', (_name, error, outage) => {
    expect(outageOf(error)).toBe(outage)
  })
})

describe('an email that can’t be booked', () => {
  const post = (path: string, body: object) => askIdentity(server, path, body)
  const asksFor = ['send-verification-email', 'request-password-reset'] as const
  const person = { name: 'Nora', email: 'nora@example.org', password: 'a quiet harbour' }
  const booked = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM graphile_worker._private_jobs`.execute(database.db)
    return rows[0]!.n
  }

  test('is a 503, alike for an email with an account and one without; no sign-up remains', async () => {
    const known = await aProvenAccount(server, null)
    await sql`CREATE FUNCTION no_jobs() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`.execute(database.db)
    await sql`CREATE TRIGGER no_jobs BEFORE INSERT ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION no_jobs()`.execute(database.db)
    const before = await booked()
    const asked = [known.email, 'unknown@example.org'].flatMap((email) => asksFor.map((path) => post(path, { email })))
    for (const answer of await Promise.all(asked))
      expect(problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(problemOf(await post('sign-up/email', person))).toMatchObject({ status: 503, code: 'unavailable' })
    await sql`DROP FUNCTION no_jobs CASCADE`.execute(database.db)
    expect(await booked()).toBe(before)

    for (const path of asksFor) expect((await post(path, { email: known.email })).status).toBe(200)
    expect((await post('sign-up/email', person)).status).toBe(200)
    expect(await booked()).toBe(before + 3)
    for (const path of asksFor) expect((await post(path, { email: 'unknown@example.org' })).status).toBe(200)
    expect(await booked()).toBe(before + 3)
  })
})

test('a full disk is a 503 in words with a time to come back, for calls and signing in alike', async () => {
  const person = await aProvenAccount(server, 'seller')
  const { token } = await anAccount(services, 'seller')
  await sql`
    CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`.execute(
    database.db,
  )
  await sql`CREATE TRIGGER be_full BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION be_full()`.execute(
    database.db,
  )
  await sql`CREATE TRIGGER be_full BEFORE INSERT ON identity.session FOR EACH ROW EXECUTE FUNCTION be_full()`.execute(
    database.db,
  )
  const refused = [
    await send('PATCH', '/api/account', { token, body: { name: 'Ann' } }),
    await askIdentity(server, 'sign-in/email', { email: person.email, password: person.password }),
  ]
  for (const answer of refused) {
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/disk|space|extend/i)
  }
})

test('readiness doesn’t wait for a silent database', async () => {
  const held = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()))
  try {
    const ready = await send('GET', '/api/ready')
    expect(problemOf(ready)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(ready.headers.get('retry-after')).toBe('5')
  } finally {
    for (const client of held) client.release()
  }
  expect((await send('GET', '/api/ready')).status).toBe(200)
})

test('calls beyond the concurrency limit are refused while the first ones still wait', async () => {
  const seller = await anAccount(services, 'seller')
  const book = await aBook(services, seller)
  const client = await database.pool.connect()
  await client.query('BEGIN; LOCK TABLE books IN ACCESS EXCLUSIVE MODE')
  const states = { answered: 0, refused: 0 }
  const asked = Array.from({ length: 80 }, async () => {
    // A signed-in reader: visitors of the same address share one answer.
    const { status } = await send('GET', `/api/advertise/${book}`, { token: seller.token })
    states[status === 503 ? 'refused' : 'answered'] += 1
    return status
  })
  await until(() => states.refused === 20)
  expect(states.answered).toBe(0)
  await client.query('ROLLBACK')
  client.release()
  const statuses = await Promise.all(asked)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect((await send('GET', `/api/advertise/${book}`)).status).toBe(200)
})

describe('the log', () => {
  const lines = (): { written: string[]; report: ReturnType<typeof outageReporter>; pass: (ms: number) => void } => {
    const written: string[] = []
    let time = 0
    const write = (facts: object, message: string) => void written.push(`${message} ${JSON.stringify(facts)}`)
    const log = { error: write, warn: write }
    return { written, report: outageReporter(log, '/srv/books', () => time), pass: (ms) => void (time += ms) }
  }

  test('logs a full disk once, in a sentence, and a storm of refusals in one line a second', () => {
    const { written, report, pass } = lines()
    for (let turn = 0; turn < 3000; turn++) {
      report('full', failing('53100'))
      pass(1)
    }
    expect(written.filter((line) => line.includes('the disk of /srv/books is full'))).toHaveLength(1)
    expect(written).toHaveLength(3)
    expect(written[1]).toContain('"refused":1000')
  })

  test('logs it again when it returns after a minute of quiet; another outage has lines of its own', () => {
    const { written, report, pass } = lines()
    report('full', failing('53100'))
    report('away', failing('57P01'))
    pass(61_000)
    report('full', failing('53100'))
    expect(written).toHaveLength(3)
    expect(written[2]).toContain('the disk of /srv/books is full')
  })
})
