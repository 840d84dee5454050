import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer checks at least twice within this time; monitors rarely do. */
const WATCHED_WITHIN_MS = 5000
const LEAST_MS = 2000
const MOST_MS = 10_000
/** A load balancer has acted on the first two when it comes with the third; on a busy machine that takes a while. */
const REFUSALS = 3
const LOOK_MS = 50

/**
 * Connection draining: before an instance closes it isn't ready any more, and answers all the same until its load
 * balancer sends it no requests. Without that, connections are refused or reset which the load balancer has just opened.
 */
export class Drain {
  readonly #leastMs: number
  readonly #mostMs: number
  #checks: number[] = []
  #refused = 0
  #over: Promise<void> | null = null

  constructor(leastMs = LEAST_MS, mostMs = MOST_MS) {
    this.#leastMs = leastMs
    this.#mostMs = mostMs
  }

  get hasBegun(): boolean {
    return this.#over !== null
  }

  /** Notes a question whether the instance is ready. */
  noteCheck(): void {
    this.#checks = [...this.#checks.slice(-1), performance.now()]
    if (this.hasBegun) this.#refused += 1
  }

  /** Begins, and resolves when the instance may close: at once where no load balancer checks. */
  begin(): Promise<void> {
    return (this.#over ??= this.#isWatched ? this.#drain() : Promise.resolve())
  }

  get #isWatched(): boolean {
    const [earlier, later] = this.#checks
    return later !== undefined && earlier !== undefined && performance.now() - earlier < WATCHED_WITHIN_MS
  }

  async #drain(): Promise<void> {
    const giveUpAt = performance.now() + this.#mostMs
    await sleep(this.#leastMs)
    while (this.#refused < REFUSALS && performance.now() < giveUpAt) await sleep(LOOK_MS)
  }
}
