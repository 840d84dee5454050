import { expect, test } from 'vitest'
import { aFolder } from '#tests/kit/afterwards.ts'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { readConfig } from './config.ts'
import { LEAST_CONNECTIONS } from './config/connections.ts'
import { explainFailure } from './explain-failure.ts'
import { openDatabase } from './open-database.ts'
import { openShop } from './open-shop.ts'

const database = await testDatabase()
const dataDir = await aFolder()
const { rows: users } = await database.pool.query<{ mayAll: boolean }>(
  'SELECT rolsuper AS "mayAll" FROM pg_roles WHERE rolname = current_user',
)
const log = { info: () => {}, warn: () => {}, error: () => {} }
const alter = (words: string) =>
  database.pool.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} ${words}`)

/** Opens a shop on the database as a start does, and returns its error. */
async function whyNot(url = database.url): Promise<string> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })
  try {
    const connection = await openDatabase(config, { as: 'shop', program: 'a test', say: () => {} })
    try {
      const shop = await openShop(config, { connection, log })
      await shop.close()
    } finally {
      await connection.close()
    }
    return 'it opens'
  } catch (error) {
    const words = explainFailure(error)
    return words.includes(new URL(url).password || 'no password') ? `It tells the password: ${words}` : words
  }
}

test('a database that takes no writes, as a replica does, is refused in a sentence', async () => {
  await alter('SET default_transaction_read_only = on')
  expect(await whyNot()).toMatch(/^The database takes no writes: it is a replica,[^\n]*$/)
  await alter('RESET default_transaction_read_only')
})

test('so is one that isn’t there, and a certificate that can’t be read', async () => {
  const elsewhere = new URL(database.url)
  elsewhere.pathname = '/nobodys_database'
  expect(await whyNot(elsewhere.href)).toMatch(/^The database isn't there:[^\n]*$/)
  expect(await whyNot(`${database.url}?sslmode=require&sslrootcert=/nowhere`)).toBe(
    "DATABASE_URL: sslrootcert=/nowhere can't be read (ENOENT).",
  )
})

// Superusers have no limits.
test.skipIf(users[0]?.mayAll)(
  'so is a server that takes no more connections, wherever in the start it says so',
  async () => {
    const FULL = /^The database takes no more connections; set DATABASE_CONNECTIONS [^\n]*$/
    const isAlone = async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()',
      )
      return rows[0]!.count === 1
    }
    for (const more of [0, 2]) {
      // Sessions of a closed shop may take a moment to end.
      await until(isAlone)
      await alter(`CONNECTION LIMIT ${1 + more}`)
      expect(await whyNot()).toMatch(FULL)
    }
    await alter('CONNECTION LIMIT -1')
    expect(await whyNot()).toBe('it opens')
  },
)

/** Sessions, without the probe of a slow database on a busy machine. */
const SESSIONS = `SELECT regexp_replace(application_name, ' jobs .*', ' jobs') AS name, count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name <> 'dogear breaker' GROUP BY 1`

test('an instance keeps to its connections, and with the fewest of them a crowd is served as well', async () => {
  const env = { DATABASE_CONNECTIONS: String(LEAST_CONNECTIONS) }
  const server = await startTestServer({ env, connections: readConfig(env).connections.shop, jobs: true })
  const { services, send, origin } = server
  await server.database.messages.follow(crypto.randomUUID(), () => {})
  const accounts = await Promise.all(Array.from({ length: 10 }, () => anAccount(services, 'buyer')))
  const crowd = Array.from({ length: 20 }, (_, at) => {
    const body = { name: 'Ada', email: `ada${at}@example.org`, password: 'a quiet harbour' }
    return [
      send('POST', '/api/identity/sign-up/email', { body, headers: { origin } }),
      send('GET', '/api/all-books', { token: accounts[at % 10]!.token }),
      anOrder(server).then(() => ({ status: 200, text: '' })),
    ]
  })
  const most = new Map<string, number>()
  const look = async () => {
    const { rows } = await server.database.pool.query<{ name: string; count: number }>(SESSIONS)
    for (const { name, count } of rows) most.set(name, Math.max(count, most.get(name) ?? 0))
  }
  let isOver = false
  const served = Promise.all(crowd.flat()).finally(() => (isOver = true))
  await until(() => look().then(() => isOver))
  const answers = await served
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
  expect(['dogear', 'dogear identity', 'dogear jobs'].map((name) => most.get(name))).toEqual([5, 2, 3])
  expect([...most.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(LEAST_CONNECTIONS)
})
