import { Overload } from '../outages.ts'

export interface ConcurrencyLimits {
  /** Requests worked on at the same time. */
  atOnce: number
  /** Milliseconds that a request may wait for its turn; it is refused at once where it would wait longer. */
  longestWait: number
}

interface Waiting {
  admit(): void
  refuse(): void
}

/** Assumed milliseconds between two releases, before any was measured. */
const FIRST_GUESS_MS = 5
/** A measured throughput expires after so many milliseconds without a release. */
const FORGOTTEN_MS = 1000

/**
 * Limits how many requests are worked on at once. Others queue: those of one client in the order in which they came, and
 * clients take turns, so that a client's hundreds don't delay all others. Sheds load early: a request that could not be
 * served in time, at the throughput of the last ones, is refused at once (Overload) instead of waiting until all fail
 * together.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  #running = 0
  // By client, whose turn comes next first; of each in the order of arrival, and anyone can step out of the middle.
  readonly #waiting = new Map<string, Set<Waiting>>()
  #queued = 0
  #msPerTurn = FIRST_GUESS_MS
  #lastReleased = 0

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  /**
   * Waits for a turn of this client. Gives its release, to be called once or oftener; null where the request was `aborted`
   * meanwhile and needs no answer. Rejects with Overload when there will be no turn in time.
   */
  async acquire(client: string, aborted: AbortSignal): Promise<(() => void) | null> {
    if (aborted.aborted) return null
    const release = this.tryAcquire() ?? ((await this.#turn(client, aborted)) ? this.#releaseOnce() : null)
    // Aborted in the very moment of its turn.
    if (aborted.aborted) release?.()
    return aborted.aborted ? null : release
  }

  /** A turn without waiting, where there is one: its release, to be called once or oftener; else null. */
  tryAcquire(): (() => void) | null {
    if (this.#running >= this.#limits.atOnce) return null
    this.#running += 1
    return this.#releaseOnce()
  }

  #releaseOnce(): () => void {
    let isHeld = true
    return () => {
      if (isHeld) this.#release()
      isHeld = false
    }
  }

  /** True when the turn comes, false when the request was aborted. */
  #turn(client: string, aborted: AbortSignal): Promise<boolean> {
    if (performance.now() - this.#lastReleased > FORGOTTEN_MS) this.#msPerTurn = FIRST_GUESS_MS
    if (this.#turnsBefore(client) * this.#msPerTurn > this.#limits.longestWait) return Promise.reject(new Overload())
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        aborted.removeEventListener('abort', giveUp)
        this.#remove(client, waiting)
      }
      const giveUp = () => {
        over()
        resolve(false)
      }
      const waiting: Waiting = {
        admit: () => {
          over()
          resolve(true)
        },
        refuse: () => {
          over()
          reject(new Overload())
        },
      }
      const timer = setTimeout(waiting.refuse, this.#limits.longestWait)
      aborted.addEventListener('abort', giveUp, { once: true })
      this.#add(client, waiting)
    })
  }

  /** Upper bound of requests admitted before the client's next: its own, and one per turn of each other client. */
  #turnsBefore(client: string): number {
    const own = this.#waiting.get(client)?.size ?? 0
    const others = this.#waiting.size - (own > 0 ? 1 : 0)
    return Math.min(this.#queued, own + others * (own + 1))
  }

  #add(client: string, waiting: Waiting): void {
    const own = this.#waiting.get(client) ?? new Set()
    this.#waiting.set(client, own.add(waiting))
    this.#queued += 1
  }

  #remove(client: string, waiting: Waiting): void {
    const own = this.#waiting.get(client)
    if (!own?.delete(waiting)) return
    this.#queued -= 1
    if (own.size === 0) this.#waiting.delete(client)
  }

  /** The longest waiting request of the client whose turn it is, which then comes last. */
  #next(): Waiting | undefined {
    const [turn] = this.#waiting
    if (!turn) return undefined
    const [client, own] = turn
    this.#waiting.delete(client)
    this.#waiting.set(client, own)
    const [first] = own
    return first
  }

  /** Hands the turn on. */
  #release(): void {
    const now = performance.now()
    const next = this.#next()
    if (next) {
      // The time between two releases is the throughput only while requests wait.
      this.#msPerTurn = this.#msPerTurn * 0.9 + Math.min(now - this.#lastReleased, 1000) * 0.1
      next.admit()
    } else this.#running -= 1
    this.#lastReleased = now
  }
}
