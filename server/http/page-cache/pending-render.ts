import type { ShownBuckets } from '#server/database/buckets/shown-buckets.ts'
import type { Cacheable } from './cacheable-addresses.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** An answer; none that may be cached; or the request that was rendering was aborted, and the next waiter renders. */
export type RenderResult = CachedAnswer | null | 'aborted'

/** A render in flight, which all requests for its address join. */
export class PendingRender {
  readonly cacheable: Cacheable
  /** Position of the catalogue's changes (catalogue-watch.ts) that the render includes at least. */
  readonly position: number
  /** Slots of the buckets that were read for it so far. */
  readonly shown: ShownBuckets = new Set()
  /** How long its answer may be kept, in milliseconds from its start. */
  readonly ttlMs: number
  readonly startedAt = performance.now()
  readonly result: Promise<RenderResult>
  readonly #resolve: (result: RenderResult) => void
  #isSettled = false

  constructor(cacheable: Cacheable, { position, ttlMs }: Pick<PendingRender, 'position' | 'ttlMs'>) {
    this.cacheable = cacheable
    this.position = position
    this.ttlMs = ttlMs
    const { promise, resolve } = Promise.withResolvers<RenderResult>()
    this.result = promise
    this.#resolve = resolve
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  /** Settles once: a failed render is never cached. */
  settle(result: RenderResult): void {
    this.#isSettled = true
    this.#resolve(result)
  }
}
