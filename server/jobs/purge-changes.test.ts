import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buckets, slotOf } from '#server/database/buckets/buckets.ts'
import { keyOfSlot } from '#server/database/buckets/cache-keys.ts'
import { forgetCatalogueChanges } from '#server/database/buckets/forget-changes.ts'
import { cdnByKeys } from '#server/providers/cdn/cdn-by-keys.ts'
import type { Log } from '#server/services.ts'
import { startCdnSink } from '#tests/port-suites/cdn-sink.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { until } from '#tests/kit/until.ts'
import { keepPurging } from './keep-purging.ts'
import { purgeChanges } from './purge-changes.ts'

const { db } = await testDatabase()
const sink = await startCdnSink()
const cdn = cdnByKeys({ url: sink.url, protocol: 'surrogate-key', token: null })

/** As another instance; each has a log of its own. */
function instance() {
  const logged: string[] = []
  const note = (_facts: object, message: string) => void logged.push(message)
  const log: Log = { info: note, warn: note, error: note }
  return { logged, services: { db, log }, ...purgeChanges({ db, log }, cdn) }
}

const change = (...changed: string[]) => sql`INSERT INTO catalogue_changes (buckets) VALUES (${changed})`.execute(db)
const keyOf = (bucket: string) => keyOfSlot(slotOf(bucket))
/** Keys of the purges so far, each purge's in alphabetical order; forgets them. */
const takePurges = () => sink.purges.splice(0).map(({ keys }) => keys.toSorted())
/** As if it were some seconds later. */
const later = () => sql`UPDATE cdn_purges SET repeating_since = repeating_since - interval '1 hour'`.execute(db)
const [SALT, TIDE] = [buckets.book('salt'), buckets.book('tide')]

/** Everything is purged, and repeated. */
beforeEach(async () => {
  sink.answer = () => 200
  const { purge } = instance()
  for (let turn = 0; turn < 4; turn += 1) {
    await purge()
    await later()
  }
  takePurges()
})

test('what a commit changed is purged once, whichever instance finds it, and a second time later', async () => {
  const [one, other] = [instance(), instance()]
  await change(SALT)
  await change(TIDE, buckets.categories)
  expect([await one.purge(), await other.purge(), await one.purge()]).toEqual([true, true, true])
  const keys = [SALT, TIDE, buckets.categories].map(keyOf).toSorted()
  expect(takePurges()).toEqual([keys])
  await change('new all')
  await later()
  await other.purge()
  // The first ones are repeated, with what follows the search index; the new one waits for its turn.
  expect(takePurges()).toEqual([[...keys, keyOf('new all'), 'following-index'].toSorted()])
  await later()
  await one.purge()
  expect(takePurges()).toEqual([[keyOf('new all'), 'following-index'].toSorted()])
  await later()
  await one.purge()
  expect(takePurges()).toEqual([])
})

test('a purge that fails is tried again until the CDN confirms it, and said once', async () => {
  const { purge, logged } = instance()
  let attempts = 0
  sink.answer = () => ((attempts += 1) < 3 ? 503 : 200)
  await change(SALT)
  expect(await purge()).toBe(false)
  // It pauses meanwhile.
  expect([await purge(), attempts]).toEqual([false, 1])
  await until(purge)
  expect([attempts, takePurges()]).toEqual([3, [[keyOf(SALT)]]])
  expect(logged).toEqual([
    'a purge of the CDN failed; until one succeeds it may show pages as they were',
    'the CDN takes purges again',
  ])
})

test('what an instance that was killed after the commit, or before the confirmation, has left, another one purges', async () => {
  const killed = instance()
  sink.answer = () => 500
  await change(SALT)
  expect(await killed.purge()).toBe(false)
  await change(TIDE)
  sink.answer = () => 200
  await instance().purge()
  expect(takePurges()).toEqual([[SALT, TIDE].map(keyOf).toSorted()])
})

test('a commit is purged that another one, which began later, came before', async () => {
  const { purge } = instance()
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const long = db.transaction().execute(async (tx) => {
    await sql`INSERT INTO catalogue_changes (buckets) VALUES (${[SALT]})`.execute(tx)
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  await change(TIDE)
  await purge()
  mayEnd.resolve()
  await long
  await purge()
  expect(takePurges()).toEqual([[keyOf(TIDE)], [keyOf(SALT)]])
})

test('two instances at the same moment may purge the same, and lose nothing', async () => {
  const [one, other] = [instance(), instance()]
  const both = Promise.withResolvers<number>()
  let asked = 0
  sink.answer = () => {
    asked += 1
    if (asked === 2) both.resolve(200)
    return both.promise
  }
  await change(SALT)
  expect(await Promise.all([one.purge(), other.purge()])).toEqual([true, true])
  expect(takePurges()).toEqual([[keyOf(SALT)], [keyOf(SALT)]])
  await one.purge()
  expect(takePurges()).toEqual([])
})

test.each([
  ['the database has crashed', () => sql`TRUNCATE catalogue_changes, cdn_purges`.execute(db)],
  ['everything has changed', () => change(SALT, buckets.everything)],
  ['more has changed than is worth naming', () => change(...Array.from({ length: 700 }, (_, at) => `book ${at}`))],
  [
    'notes were deleted before',
    async () => {
      await change(SALT)
      await sql`UPDATE catalogue_changes SET noted_at = noted_at - interval '1 hour'`.execute(db)
      await until(async () => {
        await forgetCatalogueChanges(db)
        return (await sql`SELECT FROM catalogue_changes`.execute(db)).rows.length === 0
      })
    },
  ],
])('all pages go where %s, and again later', async (_, happen) => {
  const { purge } = instance()
  await happen()
  await purge()
  expect(takePurges()).toEqual([['all-pages']])
  await later()
  await purge()
  await later()
  await purge()
  expect(takePurges()).toEqual([['all-pages']])
})

test('a start forgets all pages, and what tools and jobs change is purged without a request', async () => {
  const { services, ...purges } = instance()
  const keeping = await keepPurging(services, purges)
  await until(() => sink.purges.length > 0)
  expect(takePurges()[0]).toEqual(['all-pages'])
  await change(SALT)
  await until(() => sink.purges.some(({ keys }) => keys.includes(keyOf(SALT))))
  await keeping.stop()
})

test('many keys go in requests of a hundred, as tags in JSON where the CDN takes these', async () => {
  const byTags = cdnByKeys({ url: sink.url, protocol: 'cache-tag', token: 'of-the-cdn-of-ours' })
  const keys = Array.from({ length: 150 }, (_, at) => keyOfSlot(at))
  await byTags.purge(keys)
  expect(sink.purges.map(({ body }) => (JSON.parse(body) as { tags: string[] }).tags)).toEqual([
    keys.slice(0, 100),
    keys.slice(100),
  ])
  expect(sink.purges[0]!.headers).toMatchObject({ authorization: 'Bearer of-the-cdn-of-ours' })
})

test('a CDN that doesn’t answer, or elsewhere, confirms nothing', async () => {
  const never = Promise.withResolvers<number>()
  sink.answer = () => never.promise
  const purge = cdnByKeys({ url: sink.url, protocol: 'surrogate-key', token: null, timeoutMs: 50 }).purge(['all-pages'])
  await expect(purge).rejects.toThrow('The CDN hasn’t confirmed a purge')
  never.resolve(500)
  sink.answer = () => 302
  await expect(cdn.purge(['all-pages'])).rejects.toThrow('The CDN hasn’t confirmed a purge')
})
