import { setTimeout as sleep } from 'node:timers/promises'

/** A load balancer checks at least twice within this time; monitors rarely do. */
const WATCHED_WITHIN_MS = 5000
/** Longer than a load balancer takes to believe it: two checks in half a second by deploy/haproxy. */
const DRAIN_MS = 2000

/**
 * Connection draining: before an instance closes it isn't ready any more, and answers all the same until its load
 * balancer sends nobody. Without that, connections are refused or reset which the load balancer has just opened.
 */
export class Drain {
  readonly #forMs: number
  #checks: number[] = []
  #over: Promise<void> | null = null

  /** Drains for so many milliseconds. */
  constructor(forMs = DRAIN_MS) {
    this.#forMs = forMs
  }

  get hasBegun(): boolean {
    return this.#over !== null
  }

  /** Notes that somebody asked whether the instance is ready. */
  noteCheck(): void {
    this.#checks = [...this.#checks.slice(-1), performance.now()]
  }

  /** Begins, and resolves when it may close: at once where no load balancer checks. */
  begin(): Promise<void> {
    return (this.#over ??= this.#isWatched ? sleep(this.#forMs, undefined, { ref: false }) : Promise.resolve())
  }

  get #isWatched(): boolean {
    const [earlier, later] = this.#checks
    return later !== undefined && earlier !== undefined && performance.now() - earlier < WATCHED_WITHIN_MS
  }
}
