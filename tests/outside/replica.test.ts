import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/open-database.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { aFolder, afterwards } from '#tests/kit/afterwards.ts'
import { findOlderPostgres, startOlderPostgres } from '#tests/kit/older-postgres.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { runSql } from '#tests/kit/sql-server.ts'
import { until } from '#tests/kit/until.ts'

const ROUNDS = 300

test('a streaming replica answers public reads, none of which is older than an acknowledged write', async () => {
  const primary = await startOlderPostgres((await findOlderPostgres())!)
  afterwards(() => primary.stop())
  const url = await primary.emptyDatabase()
  const replica = await primary.replica()
  const replicas = [replica.boss.replace('/postgres', new URL(url).pathname).replace('boss@', 'club@')]
  const dataDir = await aFolder()
  const place = { dataDir, database: { kind: 'server' as const, url, replicas } }
  const opened = await openDatabase(place, { as: 'shop', program: 'a test', say: () => {} })
  const shop = await startTestServer({ database: opened, dataDir, jobs: true })
  const { db } = opened
  const seller = await anAccount(shop.services, 'seller')
  const book = await aBook(shop.services, seller)

  // Past the page memory, and through it.
  let byReplica = 0
  let old = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    await sql`UPDATE books SET title = ${`Edition ${round}`} WHERE id = ${book}`.execute(db)
    const { title, isReplica } = await opened.replicas!.within(async () => {
      const { rows } = await sql<{ title: string; isReplica: boolean }>`
        SELECT title, pg_is_in_recovery() AS "isReplica" FROM books WHERE id = ${book}`.execute(db)
      return rows[0]!
    })
    if (isReplica) byReplica += 1
    const { text } = await shop.send('GET', '/api/all-books')
    if (title !== `Edition ${round}` || !text.includes(`Edition ${round}`)) old += 1
  }
  process.stdout.write(`${JSON.stringify({ rounds: ROUNDS, byReplica, old })}\n`)
  expect(old).toBe(0)
  const isAnswering = () =>
    opened.replicas!.within(
      async () => (await sql<{ is: boolean }>`SELECT pg_is_in_recovery() AS is`.execute(db)).rows[0]!.is,
    )
  await until(isAnswering)

  // One that lags is left out, one that is gone as well, and both come back.
  await runSql(replica.boss, 'SELECT pg_wal_replay_pause()')
  await sql`UPDATE books SET title = 'While it sleeps' WHERE id = ${book}`.execute(db)
  expect((await shop.send('GET', '/api/all-books')).text).toContain('While it sleeps')
  await until(async () => !(await isAnswering()) && opened.replicas!.states[0]!.leftOut === 'behind')
  await runSql(replica.boss, 'SELECT pg_wal_replay_resume()')
  await until(isAnswering)
  await replica.stop()
  expect((await shop.send('GET', '/api/all-books?page=2')).status).toBe(200)
  await until(async () => !(await isAnswering()) && opened.replicas!.states[0]!.leftOut === 'away')
  expect((await shop.send('GET', '/api/ready')).status).toBe(200)
  await replica.start()
  await until(isAnswering)
}, 600_000)
