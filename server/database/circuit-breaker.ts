import type { Socket } from 'node:net'
import { Client, type Pool, type PoolClient } from 'pg'
import { connectionOptions } from './reaching/connection-options.ts'
import { Unanswered } from './trouble.ts'

/**
 * Opens while the database answers nobody at all, so that readers are told so at once instead of waiting for it one
 * after the other (decision 0078). A statement that is slow, a lock or a pool without room never open it.
 */
export interface CircuitBreaker {
  /** True while the database answers nobody. */
  readonly isOpen: boolean
  /**
   * Notes something that waits for the database; `giveUp` is called with `Unanswered` when the breaker opens, unless
   * what this returns was called before.
   */
  wait(giveUp: (error: Unanswered) => void): () => void
  /** The result of a read, or a rejection with `Unanswered` as soon as the breaker opens; the read itself runs on. */
  orUnanswered<Result>(read: Promise<Result>): Promise<Result>
  /** Counts what a pool's connections receive as signs of life. */
  follow(pool: Pool): void
  /** Calls back each time that it opens or closes. */
  onChange(listener: (isOpen: boolean) => void): void
  close(): void
}

/** Silence after which it opens, as long as a look at /api/ready takes at most. */
export const BREAK_AFTER_MS = 1500
/** All is counted in ticks of the event loop: where that stood still, the database was not silent. */
const TICKS = 6
/** After so many silent ones it tries a connection of its own. */
const LOOK_AFTER = 2
/** While it is open, it tries another one each time that so many have passed. */
const LOOK_AGAIN_AFTER = 8

/** Watches the database at a URL. Nothing is contacted while it answers within a third of `breakAfterMs`. */
export function circuitBreaker(url: string, breakAfterMs = BREAK_AFTER_MS): CircuitBreaker {
  return new Breaker(url, breakAfterMs / TICKS)
}

/** Writes a line when it opens, and one when it closes. */
export function logSilence(
  breaker: CircuitBreaker,
  log: Record<'warn' | 'error', (facts: object, message: string) => void>,
) {
  breaker.onChange((isOpen) => {
    if (isOpen) log.error({}, 'the database answers nobody; what needs it is refused until it answers again')
    else log.warn({}, 'the database answers again')
  })
}

class Breaker implements CircuitBreaker {
  readonly #url: string
  readonly #tickMs: number
  readonly #waiting = new Set<(error: Unanswered) => void>()
  /** How many bytes each connection had received at the last tick. */
  readonly #received = new Map<PoolClient, number>()
  readonly #listeners: ((isOpen: boolean) => void)[] = []
  #ticking: NodeJS.Timeout | null = null
  #silentTicks = 0
  #look: Client | null = null
  #isClosed = false
  isOpen = false

  constructor(url: string, tickMs: number) {
    this.#url = url
    this.#tickMs = tickMs
  }

  wait(giveUp: (error: Unanswered) => void): () => void {
    this.#waiting.add(giveUp)
    this.#watch()
    return () => void this.#waiting.delete(giveUp)
  }

  orUnanswered<Result>(read: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      // A function of its own each time, so that the same promise may be waited for twice.
      const leave = this.wait((error) => reject(error))
      read.then(resolve, reject).finally(leave)
    })
  }

  follow(pool: Pool): void {
    pool.on('connect', (client) => void this.#received.set(client, 0))
    pool.on('acquire', () => this.#watch())
    pool.on('remove', (client) => void this.#received.delete(client))
  }

  onChange(listener: (isOpen: boolean) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    this.#isClosed = true
    this.#rest()
  }

  #watch(): void {
    // What has arrived is read before it is judged, which is the next phase of the event loop.
    this.#ticking ??= setInterval(() => setImmediate(() => this.#tick()), this.#tickMs).unref()
  }

  #tick(): void {
    const isAwaited = this.isOpen || this.#waiting.size > 0 || [...this.#received.keys()].some(owesAnAnswer)
    if (!isAwaited || this.#isClosed) return this.#rest()
    if (this.#hasReceived()) return this.#isWell()
    this.#silentTicks += 1
    if (this.isOpen) {
      // The one that waits is answered first where the server was only frozen; a new one finds its successor.
      if (this.#silentTicks % LOOK_AGAIN_AFTER === 0) this.#lookAgain()
    } else if (this.#silentTicks === LOOK_AFTER) this.#lookAgain()
    else if (this.#silentTicks >= TICKS && this.#look) this.#open()
  }

  #hasReceived(): boolean {
    let isHeard = false
    for (const [client, before] of this.#received) {
      const { bytesRead } = client.connection.stream as Socket
      if (bytesRead === before) continue
      this.#received.set(client, bytesRead)
      isHeard = true
    }
    return isHeard
  }

  /** Whatever a connection comes to, a refusal included, is an answer; none is what this is about. */
  #lookAgain(): void {
    this.#dropLook()
    const look = new Client({ ...connectionOptions(this.#url), application_name: 'dogear breaker' })
    this.#look = look
    const answered = () => {
      if (this.#look !== look) return
      this.#isWell()
      // A statement that takes long isn't asked after all the time.
      this.#silentTicks = -LOOK_AGAIN_AFTER
    }
    look.on('error', () => {})
    look.connect().then(answered, answered)
  }

  #open(): void {
    this.isOpen = true
    for (const giveUp of this.#waiting) giveUp(new Unanswered())
    this.#waiting.clear()
    for (const listener of this.#listeners) listener(true)
  }

  #isWell(): void {
    this.#silentTicks = 0
    this.#dropLook()
    if (!this.isOpen) return
    this.isOpen = false
    for (const listener of this.#listeners) listener(false)
  }

  #dropLook(): void {
    const look = this.#look
    this.#look = null
    // Not by a word of farewell, for which a frozen server would be waited for.
    look?.connection.stream.destroy()
  }

  #rest(): void {
    if (this.#ticking) clearInterval(this.#ticking)
    this.#ticking = null
    this.#silentTicks = 0
    this.#dropLook()
  }
}

/** Unlike a connection that has nothing to do. */
export const owesAnAnswer = (client: PoolClient) => 'readyForQuery' in client && client.readyForQuery !== true
