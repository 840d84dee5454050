import { buckets, slotOf } from '#server/database/buckets/buckets.ts'
import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import { longestSeconds, type Cacheable } from './cacheable-addresses.ts'
import type { CachedAnswer } from './cached-answer.ts'
import { LruCache } from './lru-cache.ts'
import { PendingRender } from './pending-render.ts'

const EVERYTHING = slotOf(buckets.everything)
/** Within this time after a change of the catalogue the search index has it, too. */
const INDEX_FOLLOWS_WITHIN_MS = 2000
/** Unbounded sets of addresses have a cache of their own, so that they evict nothing else. */
const FEW_PART = 1 / 4

interface Item {
  answer: CachedAnswer
  cacheable: Cacheable
  position: number
  /** Slots of its buckets. */
  shown: Uint32Array
  startedAt: number
  ttlMs: number
  readonly bytes: number
}

/** Answers by address, each for as long as nothing that it shows has changed. */
export class PageCache {
  readonly #watch: Pick<CatalogueWatch, 'present' | 'position' | 'isUnchanged'>
  readonly #caches: Record<Cacheable['cache'], LruCache<Item>>
  readonly #inFlight = new Map<string, PendingRender>()
  #seen = { position: -1, at: -Infinity }

  /** `maxBytes`: of all answers together. */
  constructor(watch: Pick<CatalogueWatch, 'present' | 'position' | 'isUnchanged'>, maxBytes: number) {
    this.#watch = watch
    const few = Math.round(maxBytes * FEW_PART)
    this.#caches = { few: new LruCache(few), many: new LruCache(maxBytes - few) }
  }

  /** How the answer at an address is cached, where there is one that was true at the last look. */
  find(url: string): Cacheable | null {
    return this.#itemAt(url)?.cacheable ?? null
  }

  /**
   * The answer, perhaps of a render in flight; or the render that the caller shall do, where its answer is `cacheable`; or
   * null, where the cache is no use at the moment. The database is asked first, so no answer lacks a write that was acknowledged before the call.
   */
  async ask(url: string, cacheable: Cacheable | null): Promise<CachedAnswer | PendingRender | null> {
    const since = await this.#watch.present()
    if (since === null) return null
    if (since !== this.#seen.position) this.#seen = { position: since, at: performance.now() }
    for (;;) {
      const item = this.#itemAt(url)
      if (item) return item.answer
      if (!cacheable) return null
      const inFlight = this.#inFlight.get(url)
      if (!inFlight || !this.#isNew(inFlight, since)) return this.#start(url, cacheable)
      const result = await inFlight.result
      if (result !== 'aborted' && this.#isNew(inFlight, since)) return result
    }
  }

  /**
   * Whether a CDN may keep what was rendered, a page that nothing has changed meanwhile: not one that may show anything,
   * which each change would have to end, and no answer of the API, which members read as well.
   */
  maySpread({ cacheable, position, shown }: PendingRender): boolean {
    return cacheable.isPage && !shown.has(EVERYTHING) && this.#watch.isUnchanged(position, shown)
  }

  /** Bytes in memory, by the part of the cache. */
  get bytes(): Record<Cacheable['cache'], number> {
    return { few: this.#caches.few.size, many: this.#caches.many.size }
  }

  #start(url: string, cacheable: Cacheable): PendingRender {
    const render = new PendingRender(cacheable, { position: this.#watch.position, ttlMs: this.#ttlOf(cacheable) })
    this.#inFlight.set(url, render)
    void render.result.then((answer) => {
      if (this.#inFlight.get(url) === render) this.#inFlight.delete(url)
      if (answer && answer !== 'aborted') this.#keep(url, render, answer)
    })
    return render
  }

  #keep(url: string, { cacheable, position, shown, startedAt, ttlMs }: PendingRender, answer: CachedAnswer): void {
    // A write came first: the answer goes to earlier requests and is not cached.
    if (!this.#watch.isUnchanged(position, shown)) return
    const slots = Uint32Array.from(shown)
    this.#caches[cacheable.cache].set(url, {
      answer,
      cacheable,
      position,
      shown: slots,
      startedAt,
      ttlMs,
      // With gzip's form, which comes later.
      get bytes() {
        return answer.bytes + slots.byteLength
      },
    })
  }

  /** What was rendered with all that has changed until the last look. */
  #itemAt(url: string): Item | null {
    const { few, many } = this.#caches
    const item = few.get(url) ?? many.get(url)
    if (!item) return null
    const { cacheable, position, shown, startedAt, ttlMs } = item
    const age = performance.now() - startedAt
    if (age >= ttlMs || !this.#watch.isUnchanged(position, shown)) return null
    // What follows the index is rendered again some time after any change.
    const isFollowing = age < INDEX_FOLLOWS_WITHIN_MS || position === this.#watch.position
    return !cacheable.followsIndex || isFollowing ? item : null
  }

  /** What follows the index is rendered again once that has caught up with the last change. */
  #ttlOf(cacheable: Cacheable): number {
    const untilFollowed = this.#seen.at + INDEX_FOLLOWS_WITHIN_MS - performance.now()
    return cacheable.followsIndex && untilFollowed > 0 ? untilFollowed : 1000 * longestSeconds(cacheable)
  }

  /** Whether a render includes every write until a position. One that is not done may read more buckets. */
  #isNew({ position, shown }: PendingRender, since: number): boolean {
    return position >= since || this.#watch.isUnchanged(position, shown)
  }
}
