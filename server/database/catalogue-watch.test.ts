import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { until } from '#tests/kit/until.ts'
import { buckets, slotOf } from './buckets/buckets.ts'
import { forgetCatalogueChanges } from './buckets/forget-changes.ts'
import { connect } from './connect.ts'
import type { Db } from './schema.ts'

const database = await testDatabase()
const CATEGORIES = [slotOf(buckets.categories)]
const OTHERS = [slotOf(buckets.advertised), slotOf(buckets.wanted)]

/** A second process, as far as the database can tell. */
function another() {
  const connection = connect(database.url, { max: 2 })
  onTestFinished(connection.close)
  return connection
}
const change = (db: Db) => sql`UPDATE categories SET position = position + 1 WHERE slug = 'novel-book'`.execute(db)
const connections = async () =>
  (
    await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'dogear watch'`.execute(
      database.db,
    )
  ).rows.length

/** A transaction that has changed something and isn't committed yet. */
async function underWay() {
  const { promise, resolve: commit } = Promise.withResolvers<void>()
  const { promise: changed, resolve: hasChanged } = Promise.withResolvers<void>()
  const done = database.db.transaction().execute(async (tx) => {
    await sql`UPDATE categories SET description = description || '.' WHERE slug = 'cook-book'`.execute(tx)
    hasChanged()
    await promise
  })
  await changed
  return () => {
    commit()
    return done
  }
}

test('each look knows every commit before it, of this process and of others, and what else has stayed', async () => {
  const mine = another()
  const { catalogue } = mine
  for (const { db } of [mine, database])
    for (let turn = 0; turn < 10; turn += 1) {
      const before = await catalogue.present()
      expect(catalogue.isUnchanged(before!, CATEGORIES)).toBe(true)
      await change(db)
      expect(await catalogue.present()).toBe(before! + 1)
      expect([CATEGORIES, OTHERS, []].map((slots) => catalogue.isUnchanged(before!, slots))).toEqual([
        false,
        true,
        true,
      ])
    }
})

test('transactions that commit in another order than they began in are each seen', async () => {
  const { catalogue } = another()
  const commit = await underWay()
  const before = await catalogue.present()
  await change(database.db)
  const between = await catalogue.present()
  expect(catalogue.isUnchanged(before!, CATEGORIES)).toBe(false)
  expect([await catalogue.present(), catalogue.isUnchanged(between!, CATEGORIES)]).toEqual([between, true])
  await commit()
  await catalogue.present()
  expect(catalogue.isUnchanged(between!, CATEGORIES)).toBe(false)
})

test('what is taken back is no change', async () => {
  const { catalogue } = another()
  const before = await catalogue.present()
  await database.db
    .transaction()
    .execute(async (tx) => {
      await change(tx)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await catalogue.present()).toBe(before)
})

test('who asks while a look is under way waits for the next, and all of them for one', async () => {
  const { catalogue } = another()
  const before = await catalogue.present()
  const first = catalogue.present()
  await change(database.db)
  const later = await Promise.all(Array.from({ length: 50 }, () => catalogue.present()))
  expect(new Set(later)).toEqual(new Set([before! + 1]))
  await first
})

test('a process that has missed notes, because they were deleted, forgets everything', async () => {
  const { catalogue } = another()
  const commit = await underWay()
  const before = await catalogue.present()
  await commit()
  await sql`UPDATE catalogue_changes SET noted_at = noted_at - interval '1 hour'`.execute(database.db)
  // Transactions of other tests on this server may be older.
  await until(async () => {
    await forgetCatalogueChanges(database.db)
    return (await sql`SELECT FROM catalogue_changes`.execute(database.db)).rows.length === 0
  })
  await catalogue.present()
  expect([CATEGORIES, OTHERS, []].map((slots) => catalogue.isUnchanged(before!, slots))).toEqual([false, false, false])
  const after = await catalogue.present()
  await change(database.db)
  // Only old ones go.
  await forgetCatalogueChanges(database.db)
  await catalogue.present()
  expect([CATEGORIES, OTHERS].map((slots) => catalogue.isUnchanged(after!, slots))).toEqual([false, true])
})

test('only a question opens a connection, and after the end there is no answer', async () => {
  const { catalogue, close } = another()
  expect(await connections()).toBe(0)
  expect(await catalogue.current()).not.toBeNull()
  expect(await connections()).toBe(1)
  await close()
  expect(await catalogue.present()).toBeNull()
  await until(async () => (await connections()) === 0)
})

test('without a connection nothing is known; a new one is a new epoch, in which everything has changed', async () => {
  const { catalogue } = another()
  const before = await catalogue.present()
  const { epoch } = catalogue
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'dogear watch'`.execute(database.db)
  await until(() => catalogue.epoch > epoch)
  await until(async () => (await catalogue.present()) !== null)
  expect(catalogue.isUnchanged(before!, OTHERS)).toBe(false)
})

test('a database that freezes is not waited for', async () => {
  const { catalogue } = another()
  expect(await catalogue.present()).not.toBeNull()
  await database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE forgotten_changes IN ACCESS EXCLUSIVE MODE`.execute(tx)
    await until(async () => (await catalogue.present()) === null)
  })
  await until(async () => (await catalogue.present()) !== null)
})
