import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { testDatabase, type TestDatabase } from '#tests/kit/database.ts'
import { freezable } from '#tests/kit/faults/freezable-database.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'
import { freePort } from '../embedded/free-port.ts'
import { connect } from '../connect.ts'

const FAR = 'FFFFFFFF/0'
const NOWHERE = '0/0'

/**
 * A database with other rows that answers as a replica of another does, whose replay stands where the test says:
 * so an answer tells who gave it. (A real pair is in tests/outside/replica.test.ts.)
 */
async function aStandIn(): Promise<TestDatabase & { replayTo(at: string): Promise<unknown> }> {
  const database = await testDatabase()
  await database.pool.query(`CREATE SCHEMA standin;
    CREATE TABLE standin.replayed (at pg_lsn);
    INSERT INTO standin.replayed VALUES ('${FAR}');
    CREATE FUNCTION standin.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS 'SELECT at FROM standin.replayed'`)
  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(`ALTER DATABASE ${name} SET search_path = standin, pg_catalog, public`)
  return { ...database, replayTo: (at) => database.pool.query('UPDATE standin.replayed SET at = $1', [at]) }
}

async function aPair(addressOf = (replica: TestDatabase) => replica.url) {
  const [primary, replica] = [await testDatabase(), await aStandIn()]
  await primary.pool.query(`CREATE TABLE planted AS SELECT 'primary' AS who`)
  await replica.pool.query(`CREATE TABLE planted AS SELECT 'replica' AS who`)
  const connection = connect(primary.url, { replicas: [addressOf(replica)], max: 5, breakAfterMs: 60_000 })
  onTestFinished(() => connection.close())
  const { db } = connection
  const who = async (on: Pick<typeof db, 'getExecutor'> = db) =>
    (await sql<{ who: string }>`SELECT who FROM planted`.execute(on)).rows[0]!.who
  const replicas = connection.replicas!
  return {
    primary,
    replica,
    replicas,
    connection: { ...connection, url: primary.url },
    db,
    who,
    read: () => replicas.within(who),
  }
}

test('a replica answers public reads, and nothing else', async () => {
  const { db, who, read, replicas, primary } = await aPair()
  expect(await read()).toBe('replica')
  expect(await who()).toBe('primary')
  expect(await replicas.within(() => db.transaction().execute((tx) => who(tx)))).toBe('primary')
  await replicas.within(() => sql`INSERT INTO planted VALUES ('written')`.execute(db))
  expect((await primary.pool.query('SELECT FROM planted')).rowCount).toBe(2)
  expect(replicas.states).toEqual([{ name: expect.stringMatching(/:\d+$/), leftOut: null }])
})

test('a replica that hasn’t all that was acknowledged answers nothing; one that stays behind is left out, and comes back', async () => {
  const { read, replica, replicas } = await aPair()
  const changes: (string | null)[] = []
  replicas.onChange(({ leftOut }) => changes.push(leftOut))
  await replica.replayTo(NOWHERE)
  expect(await read()).toBe('primary')
  expect(changes).toEqual([])
  await until(async () => (await read()) !== 'primary' || changes.length > 0)
  expect(changes).toEqual(['behind'])
  await replica.replayTo(FAR)
  await until(async () => (await read()) === 'replica')
  expect(changes).toEqual(['behind', null])
})

test('one request’s reads are answered by one of several replicas', async () => {
  const { primary, replica, db, who } = await aPair()
  const other = await aStandIn()
  await other.pool.query(`CREATE TABLE planted AS SELECT 'other' AS who`)
  const connection = connect(primary.url, { replicas: [replica.url, other.url], max: 5, breakAfterMs: 60_000 })
  onTestFinished(() => connection.close())
  const ask = () => connection.replicas!.within(async () => [await who(connection.db), await who(connection.db)])
  const answers = [await ask(), await ask(), await ask(), await ask()]
  for (const [first, second] of answers) expect(second).toBe(first)
  expect(new Set(answers.flat())).toEqual(new Set(['replica', 'other']))
  expect(await who(db)).toBe('primary')
})

test('a replica that is away is left out, and the shop answers without it', async () => {
  const port = await freePort()
  const { read, replicas } = await aPair(({ url }) => Object.assign(new URL(url), { port: String(port) }).href)
  expect(await read()).toBe('primary')
  expect(replicas.states.map(({ leftOut }) => leftOut)).toEqual(['away'])
})

test('a replica that falls silent is left out, and comes back by itself', async () => {
  const { primary, replica, who } = await aPair()
  const frozen = await freezable(replica)
  const connection = connect(primary.url, { replicas: [frozen.url], max: 5, breakAfterMs: 60_000 })
  onTestFinished(() => connection.close())
  const read = () => connection.replicas!.within(() => who(connection.db))
  expect(await read()).toBe('replica')
  frozen.freeze()
  expect(await read()).toBe('primary')
  expect(connection.replicas!.states[0]!.leftOut).toBe('away')
  frozen.thaw()
  await until(async () => (await read()) === 'replica')
})

test('visitors’ calls are answered by the replica, members’ and what is written by the primary', async () => {
  const { connection, replica } = await aPair()
  const server = await startTestServer({ database: { ...connection } })
  const there = { ...server.services, db: replica.db }
  await aBook(there, await anAccount(there, 'seller'), { title: 'On the replica' })
  const seller = await anAccount(server.services, 'seller')
  await aBook(server.services, seller, { title: 'On the primary' })
  expect((await server.send('GET', '/api/all-books')).text).toContain('On the replica')
  expect((await server.send('GET', '/api/my-books', { token: seller.token })).text).toContain('On the primary')
  expect((await server.send('GET', '/api/ready')).status).toBe(200)
  expect((await server.send('GET', '/api/metrics')).text).toMatch(/dogear_replica_in_use\{replica="[^"]+"\} 1/)
})

test('without replicas nothing is asked', async () => {
  const { replicas } = await testDatabase()
  expect(replicas).toBeNull()
})
