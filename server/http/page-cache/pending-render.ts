import type { Cacheable } from './cacheable-addresses.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** An answer; none that may be cached; or the request that was rendering was aborted, and the next waiter renders. */
export type RenderResult = CachedAnswer | null | 'aborted'

/** A render in flight, which all requests for its address join. */
export class PendingRender {
  readonly cacheable: Cacheable
  /** Version of the catalogue that the render includes at least. */
  readonly version: number
  readonly epoch: number
  /** How long its answer may be kept, in milliseconds from its start. */
  readonly ttlMs: number
  readonly startedAt = performance.now()
  readonly result: Promise<RenderResult>
  readonly #resolve: (result: RenderResult) => void
  #isSettled = false

  constructor(cacheable: Cacheable, { version, epoch, ttlMs }: Pick<PendingRender, 'version' | 'epoch' | 'ttlMs'>) {
    this.cacheable = cacheable
    this.version = version
    this.epoch = epoch
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
