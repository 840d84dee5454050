import { Overload } from '../outages.ts'

export interface LaneLimits {
  /** Requests worked on at the same time. */
  atOnce: number
  /** Milliseconds that one may wait for its turn. Whoever would wait longer is sent away at once. */
  longestWait: number
}

interface Waiting {
  admit(): void
  refuse(): void
}

/** What the pace is taken for until it was measured, in milliseconds between two that leave. */
const FIRST_GUESS_MS = 5
/** Nobody left for so long: the next crowd is another one. */
const FORGOTTEN_MS = 1000

/**
 * Lets a bounded number of requests in at once. Others wait: those of one client in the order in which they came, and
 * clients take turns, so that whoever sends hundreds keeps nobody else waiting for all of them. Overload is told early:
 * who could not be served in time, at the pace of the last ones, hears so at once (Overload) instead of waiting with
 * everybody else until all fail together.
 */
export class Lane {
  readonly #limits: LaneLimits
  #inside = 0
  // By client, whose turn comes next first; of each in the order of arrival, and anyone can step out of the middle.
  readonly #waiting = new Map<string, Set<Waiting>>()
  #inAll = 0
  #pace = FIRST_GUESS_MS
  #lastLeft = 0

  constructor(limits: LaneLimits) {
    this.#limits = limits
  }

  /**
   * Waits for a turn of this client. Gives what ends it, to be called once or oftener; null for a visitor who `left` meanwhile
   * and needs no answer. Rejects with Overload when there will be no turn in time.
   */
  async enter(client: string, left: AbortSignal): Promise<(() => void) | null> {
    if (left.aborted) return null
    const leave = this.enterAtOnce() ?? ((await this.#turn(client, left)) ? this.#wayOut() : null)
    // Gone in the very moment of being let in.
    if (left.aborted) leave?.()
    return left.aborted ? null : leave
  }

  /** A place for whom there is one without waiting, and what gives it back, to be called once or oftener; else null. */
  enterAtOnce(): (() => void) | null {
    if (this.#inside >= this.#limits.atOnce) return null
    this.#inside += 1
    return this.#wayOut()
  }

  #wayOut(): () => void {
    let isInside = true
    return () => {
      if (isInside) this.#leave()
      isInside = false
    }
  }

  /** True when it is one's turn, false when the visitor left. */
  #turn(client: string, left: AbortSignal): Promise<boolean> {
    // How fast it went in an earlier crowd says nothing of this one.
    if (performance.now() - this.#lastLeft > FORGOTTEN_MS) this.#pace = FIRST_GUESS_MS
    if (this.#turnsBefore(client) * this.#pace > this.#limits.longestWait) return Promise.reject(new Overload())
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer)
        left.removeEventListener('abort', goAway)
        this.#remove(client, waiting)
      }
      const goAway = () => {
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
      left.addEventListener('abort', goAway, { once: true })
      this.#add(client, waiting)
    })
  }

  /** At most so many are admitted before one more of this client: its own, and of each other client one for each turn. */
  #turnsBefore(client: string): number {
    const own = this.#waiting.get(client)?.size ?? 0
    const others = this.#waiting.size - (own > 0 ? 1 : 0)
    return Math.min(this.#inAll, own + others * (own + 1))
  }

  #add(client: string, waiting: Waiting): void {
    const own = this.#waiting.get(client) ?? new Set()
    this.#waiting.set(client, own.add(waiting))
    this.#inAll += 1
  }

  #remove(client: string, waiting: Waiting): void {
    const own = this.#waiting.get(client)
    if (!own?.delete(waiting)) return
    this.#inAll -= 1
    if (own.size === 0) this.#waiting.delete(client)
  }

  /** Who waits longest of the client whose turn it is, which then comes last. */
  #next(): Waiting | undefined {
    const [turn] = this.#waiting
    if (!turn) return undefined
    const [client, own] = turn
    this.#waiting.delete(client)
    this.#waiting.set(client, own)
    const [first] = own
    return first
  }

  /** Hands the place on. */
  #leave(): void {
    const now = performance.now()
    const next = this.#next()
    if (next) {
      // Only while somebody waits does the time between two tell how fast we are.
      this.#pace = this.#pace * 0.9 + Math.min(now - this.#lastLeft, 1000) * 0.1
      next.admit()
    } else this.#inside -= 1
    this.#lastLeft = now
  }
}
