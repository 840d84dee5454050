import type { Db } from '#server/database/schema.ts'

/** Time to live. With the quarter of a second by which the index lags, a change is found within a second. */
const TTL_MS = 700
const MOST = 100

interface CachedResult {
  answer: Promise<unknown>
  until: number
}

const caches = new WeakMap<Db, Map<string, CachedResult>>()

/**
 * Caches a search result for a moment, per database and question; requests in flight share it. One page asks for
 * results and counts together, crowds ask the same, and typing begins the same way. A change of the index by this
 * process clears the cache; after one by another process it expires. Never for results that depend on who asks.
 */
export function cacheSearchResult<Found>(
  db: Db,
  question: readonly unknown[],
  find: () => Promise<Found>,
  ttlMs = TTL_MS,
): Promise<Found> {
  const cache = cacheOf(db)
  const key = JSON.stringify(question)
  const now = performance.now()
  const cached = cache.get(key)
  if (cached && now < cached.until) return cached.answer as Promise<Found>
  const answer = find()
  cache.delete(key)
  cache.set(key, { answer, until: now + ttlMs })
  // A Map keeps insertion order: the first entry is the oldest.
  if (cache.size > MOST) cache.delete(cache.keys().next().value!)
  answer.catch(() => cache.delete(key))
  return answer
}

/** Clears the cache; called after each change of the index. */
export const clearSearchCache = (db: Db): void => void caches.delete(db)

function cacheOf(db: Db): Map<string, CachedResult> {
  const cache = caches.get(db) ?? new Map<string, CachedResult>()
  caches.set(db, cache)
  return cache
}
