import type { CatalogueWatch } from '#server/database/catalogue-watch.ts'
import type { Cacheable } from './cacheable-addresses.ts'
import type { CachedAnswer } from './cached-answer.ts'
import { LruCache } from './lru-cache.ts'
import { PendingRender } from './pending-render.ts'

/** Time to live: words such as for how many years a book was used depend on the day, which changes without a write. */
const TTL_MS = 60_000
/** Within this time after a change of the catalogue the search index has it, too. */
const INDEX_FOLLOWS_WITHIN_MS = 2000
/** Unbounded sets of addresses have a cache of their own, so that they evict nothing else. */
const MAX_BYTES = { few: 12e6, many: 24e6 }

interface Item {
  answer: CachedAnswer
  render: PendingRender
  bytes: number
}

/** Answers by address, each for one version of the catalogue. */
export class PageCache {
  readonly #watch: CatalogueWatch
  readonly #caches: Record<Cacheable['cache'], LruCache<Item>>
  readonly #inFlight = new Map<string, PendingRender>()
  #seen = { version: -1, at: -Infinity }

  constructor(watch: CatalogueWatch, maxBytes = MAX_BYTES) {
    this.#watch = watch
    this.#caches = { few: new LruCache(maxBytes.few), many: new LruCache(maxBytes.many) }
  }

  /** At once; null where there is none, or where it can't be said at once whether it is still true. */
  find(url: string): CachedAnswer | null {
    const item = this.#itemAt(url)
    if (!item) return null
    const isKnown = typeof this.#watch.current() === 'number'
    return isKnown && this.#isNew(item.render) ? item.answer : null
  }

  /**
   * The answer, perhaps of a render in flight; or the render that the caller shall do; or null, where the cache is no use
   * at the moment.
   */
  async ask(url: string, cacheable: Cacheable): Promise<CachedAnswer | PendingRender | null> {
    for (;;) {
      const version = await this.#watch.current()
      if (version === null) return null
      if (version !== this.#seen.version) this.#seen = { version, at: performance.now() }
      const item = this.#itemAt(url)
      if (item && this.#isNew(item.render)) return item.answer
      const inFlight = this.#inFlight.get(url)
      if (!inFlight || !this.#isNew(inFlight))
        return this.#start(
          url,
          new PendingRender(cacheable, { version, epoch: this.#watch.epoch, ttlMs: this.#ttlOf(cacheable) }),
        )
      const result = await inFlight.result
      if (result !== 'aborted') return result
    }
  }

  /** Bytes in memory, by the part of the cache. */
  get bytes(): Record<Cacheable['cache'], number> {
    return { few: this.#caches.few.size, many: this.#caches.many.size }
  }

  #start(url: string, render: PendingRender): PendingRender {
    this.#inFlight.set(url, render)
    void render.result.then((answer) => {
      if (this.#inFlight.get(url) === render) this.#inFlight.delete(url)
      // A write came first: the answer goes to earlier requests and is not cached.
      if (answer && answer !== 'aborted' && this.#isNew(render))
        this.#caches[render.cacheable.cache].set(url, { answer, render, bytes: answer.bytes })
    })
    return render
  }

  #itemAt(url: string): Item | null {
    const { few, many } = this.#caches
    const item = few.get(url) ?? many.get(url)
    return item && performance.now() - item.render.startedAt < item.render.ttlMs ? item : null
  }

  /** What follows the index is rendered again once that has caught up with the last change. */
  #ttlOf({ followsIndex }: Cacheable): number {
    const untilFollowed = this.#seen.at + INDEX_FOLLOWS_WITHIN_MS - performance.now()
    return followsIndex && untilFollowed > 0 ? untilFollowed : TTL_MS
  }

  /** Whether a render includes every write until now. */
  #isNew({ version, epoch }: PendingRender): boolean {
    return version >= this.#watch.heard && epoch === this.#watch.epoch
  }
}
