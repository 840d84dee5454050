import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/open-database.ts'
import { openLongSession } from '#server/backup/long-session.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { aFolder, afterwards } from '#tests/kit/afterwards.ts'
import { aBookOf, aMember, signedIn } from '#tests/kit/members.ts'
import { findOlderPostgres, startOlderPostgres } from '#tests/kit/older-postgres.ts'
import { shopOn, startPgBouncer } from '#tests/kit/outside/before-a-database.ts'
import { aPaidOrderOf, orderState } from '#tests/kit/shopping.ts'
import type { ShopProcess } from '#tests/kit/shop-process.ts'
import { aTalk, write } from '#tests/kit/talking.ts'
import { until } from '#tests/kit/until.ts'

const SESSIONS = 3
const DEALS = 12

const server = await startOlderPostgres((await findOlderPostgres())!)
afterwards(() => server.stop())

test('a shop sells through PgBouncer in transaction mode, which has fewer sessions than the shop connections', async () => {
  const url = await server.emptyDatabase()
  const pooler = await startPgBouncer(url, SESSIONS)
  const shop = await shopOn({ url, pooler })
  const process = shop as unknown as ShopProcess

  // Sign-up, sign-in, a picture, a listing, a claim, a card payment and its event, many at a time.
  const deal = async (n: number) => {
    const [seller, member] = [await aMember(process, 'seller'), await aMember(process, 'buyer')]
    const book = await aBookOf(process, seller, { book_name: `Lantern ${n}` })
    const buyer = await signedIn(process, member)
    const order = await aPaidOrderOf(process, buyer, book)
    return orderState(process, buyer, order)
  }
  expect(await Promise.all(Array.from({ length: DEALS }, (_, n) => deal(n)))).toEqual(Array(DEALS).fill('paid'))
  await until(async () => (await shop.send('GET', '/api/search?q=lantern')).text.includes('Lantern'))

  const talk = await aTalk(shop)
  let news = 0
  await shop.database.messages.follow(talk.asker.id, () => (news += 1))
  expect((await write(shop, talk.seller, talk.id)).status).toBe(200)
  await until(() => news > 0)

  const session = await openLongSession(url, 'a test')
  const { rows } = await session.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1`,
  )
  globalThis.process.stdout.write(`${JSON.stringify(rows)}\n`)
  const direct = rows.filter(({ name }) => /watch|jobs|locks/.test(name)).reduce((sum, { count }) => sum + count, 0)
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  expect(all - direct).toBeLessThanOrEqual(SESSIONS)
  expect(direct).toBeLessThanOrEqual(10)
  // A lock of a session would stay in one that is idle.
  await until(async () => {
    const { rowCount } = await session.query(`SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND state = 'idle' AND application_name IN ('', 'dogear', 'dogear identity')`)
    return rowCount === 0
  })
  await session.end()

  const file = path.join(await aFolder(), 'backup')
  expect(
    (await takeBackup({ databaseUrl: url, dataDir: shop.dataDir }, file, { now: new Date() })).rows,
  ).toBeGreaterThan(DEALS)
}, 600_000)

test('PgBouncer alone is refused in words', async () => {
  const pooler = await startPgBouncer(await server.emptyDatabase(), SESSIONS)
  const place = { dataDir: await aFolder(), database: { kind: 'server' as const, url: pooler } }
  await expect(openDatabase(place, { as: 'shop', program: 'a test', say: () => {} })).rejects.toThrow(
    'DATABASE_DIRECT_URL',
  )
})
