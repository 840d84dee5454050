import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { listTitles, realTitles } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { tryLock } from '#server/database/advisory-locks.ts'
import { waitUntilFound } from './wait-until-found.ts'

const { services } = await startTestServer()
const { db } = services
const seller = await anAccount(services, 'seller')
const INDEXED = sql<{ count: number }>`SELECT count(*)::int AS count FROM search.books`

test('indexes what no running shop does, with its progress', async () => {
  expect(await waitUntilFound(services)).toBe(0)
  await listTitles(db, seller.id, (await realTitles()).slice(0, 500))
  const shown: [number, number][] = []
  expect(await waitUntilFound(services, (done, total) => shown.push([done, total]))).toBe(0)
  expect(shown.at(-1)).toEqual([500, 500])
  expect((await INDEXED.execute(db)).rows).toEqual([{ count: 500 }])
})

test('ends where another program has the index, and takes up nothing', async () => {
  await listTitles(db, seller.id, (await realTitles()).slice(500, 600))
  await db.transaction().execute(async (tx) => {
    expect(await tryLock(tx, 'INDEXING')).toBe(true)
    expect(await waitUntilFound(services, () => {}, 1)).toBe(100)
  })
  expect(await waitUntilFound(services)).toBe(0)
})
