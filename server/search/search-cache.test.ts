import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#server/database/schema.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { indexBooks } from './index-books.ts'
import { clearSearchCache, cacheSearchResult } from './search-cache.ts'

const server = await startTestServer()
const { services, send } = server

// Fake time: the test decides how old a cached result is.
beforeEach(() => {
  clearSearchCache(services.db)
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => vi.useRealTimers()
})

/** A query that counts how often it reaches the database. */
function aQuestion(db: Db) {
  let asked = 0
  const ask = (words: string) =>
    cacheSearchResult(db, ['echo', words], async () => {
      asked += 1
      const { rows } = await sql<{ said: string }>`SELECT ${words}::text AS said`.execute(db)
      return rows[0]!.said
    })
  return { ask, timesAsked: () => asked }
}

test('concurrent equal searches share one query, different ones don’t', async () => {
  const { ask, timesAsked } = aQuestion(services.db)
  expect(await Promise.all([ask('one'), ask('one'), ask('other')])).toEqual(['one', 'one', 'other'])
  expect(timesAsked()).toBe(2)
})

test('a cached result expires after a moment', async () => {
  const { ask, timesAsked } = aQuestion(services.db)
  await ask('one')
  vi.advanceTimersByTime(699)
  await ask('one')
  expect(timesAsked()).toBe(1)
  vi.advanceTimersByTime(1)
  await ask('one')
  expect(timesAsked()).toBe(2)
})

test('a change of the index clears the cache, in-flight searches included', async () => {
  const { ask, timesAsked } = aQuestion(services.db)
  const before = ask('one')
  clearSearchCache(services.db)
  await Promise.all([before, ask('one')])
  expect(timesAsked()).toBe(2)
})

test('a failure is not cached', async () => {
  const fail = () => cacheSearchResult(services.db, ['fails'], () => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  await expect(cacheSearchResult(services.db, ['fails'], async () => 'yes')).resolves.toBe('yes')
})

test('the cache evicts its oldest result when it is full', async () => {
  const { ask, timesAsked } = aQuestion(services.db)
  await ask('first')
  await Promise.all(Array.from({ length: 100 }, (_, at) => ask(`other ${at}`)))
  await ask('first')
  expect(timesAsked()).toBe(102)
})

test('what was looked for in vain is found, counted and suggested as soon as it is indexed', async () => {
  const seller = await anAccount(services, 'seller')
  const found = async () => {
    const [books, summary, suggested] = await Promise.all(
      ['/api/search', '/api/search/summary', '/api/suggest'].map((path) => send('GET', `${path}?q=quillfeather`)),
    )
    return { books: books!.json.length, count: summary!.json.count, suggested: suggested!.json.length }
  }
  expect(await found()).toEqual({ books: 0, count: 0, suggested: 0 })
  await aBook(services, seller, { title: 'Quillfeather', author: 'Ada First' })
  await indexBooks(services)
  expect(await found()).toEqual({ books: 1, count: 1, suggested: 1 })
})
