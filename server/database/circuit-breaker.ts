import type { Socket } from 'node:net'
import { Client, type Pool, type PoolClient } from 'pg'
import { connectionOptions } from './reaching/connection-options.ts'
import { Unanswered } from './trouble.ts'

/**
 * A circuit breaker: opens while the database is silent on every connection, so that readers are refused at once instead
 * of waiting one after the other (decision 0078). A slow statement, a lock or an exhausted pool never opens it.
 */
export interface CircuitBreaker {
  /** True while the database is silent. */
  readonly isOpen: boolean
  /**
   * Registers a wait for the database; `giveUp` is called with `Unanswered` when the breaker opens, unless the returned
   * function was called before.
   */
  wait(giveUp: (error: Unanswered) => void): () => void
  /** The result of a read, or a rejection with `Unanswered` as soon as the breaker opens; the read itself runs on. */
  orUnanswered<Result>(read: Promise<Result>): Promise<Result>
  /** Counts bytes received by a pool's connections as signs of life. */
  follow(pool: Pool): void
  /** Calls back on each opening and closing. */
  onChange(listener: (isOpen: boolean) => void): void
  close(): void
}

/** Silence after which it opens; GET /api/ready takes no longer either. */
export const BREAK_AFTER_MS = 1500
/** Time is counted in ticks: while our own event loop is blocked, the database isn't silent. */
const TICKS = 6
/** Silent ticks before it probes by a connection of its own. */
const PROBE_AFTER = 2
/** Ticks between further probes while it is open. */
const PROBE_AGAIN_AFTER = 8

/** Watches the database at a URL. Connects only once that has been silent for a third of `breakAfterMs`. */
export function circuitBreaker(url: string, breakAfterMs = BREAK_AFTER_MS): CircuitBreaker {
  return new Breaker(url, breakAfterMs / TICKS)
}

/** Logs a line when it opens, and one when it closes. */
export function logSilence(
  breaker: CircuitBreaker,
  log: Record<'warn' | 'error', (facts: object, message: string) => void>,
) {
  breaker.onChange((isOpen) => {
    if (isOpen) log.error({}, 'the database is silent; requests that need it are refused until it answers again')
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
  #probe: Client | null = null
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
      // A new function each time, so that the same promise may be waited for twice.
      const stopWaiting = this.wait((error) => reject(error))
      read.then(resolve, reject).finally(stopWaiting)
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
    this.#stopTicking()
  }

  #watch(): void {
    // Lets the event loop read what has arrived before the tick judges silence.
    this.#ticking ??= setInterval(() => setImmediate(() => this.#tick()), this.#tickMs).unref()
  }

  #tick(): void {
    const isAwaited = this.isOpen || this.#waiting.size > 0 || [...this.#received.keys()].some(isAwaitingAnswer)
    if (!isAwaited || this.#isClosed) return this.#stopTicking()
    if (this.#hasReceived()) return this.#recover()
    this.#silentTicks += 1
    if (this.isOpen) {
      // A server that was frozen answers the pending probe; a new probe finds its successor.
      if (this.#silentTicks % PROBE_AGAIN_AFTER === 0) this.#startProbe()
    } else if (this.#silentTicks === PROBE_AFTER) this.#startProbe()
    else if (this.#silentTicks >= TICKS && this.#probe) this.#open()
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

  /** Probes by a new connection. A refusal is an answer as well; only silence isn't. */
  #startProbe(): void {
    this.#dropProbe()
    const probe = new Client({ ...connectionOptions(this.#url), application_name: 'dogear breaker' })
    this.#probe = probe
    const answered = () => {
      if (this.#probe !== probe) return
      this.#recover()
      // Probes rarely while a long statement runs.
      this.#silentTicks = -PROBE_AGAIN_AFTER
    }
    probe.on('error', () => {})
    probe.connect().then(answered, answered)
  }

  #open(): void {
    this.isOpen = true
    for (const giveUp of this.#waiting) giveUp(new Unanswered())
    this.#waiting.clear()
    for (const listener of this.#listeners) listener(true)
  }

  #recover(): void {
    this.#silentTicks = 0
    this.#dropProbe()
    if (!this.isOpen) return
    this.isOpen = false
    for (const listener of this.#listeners) listener(false)
  }

  #dropProbe(): void {
    const probe = this.#probe
    this.#probe = null
    // Without a goodbye, which a frozen server wouldn't answer.
    probe?.connection.stream.destroy()
  }

  #stopTicking(): void {
    if (this.#ticking) clearInterval(this.#ticking)
    this.#ticking = null
    this.#silentTicks = 0
    this.#dropProbe()
  }
}

/** Whether a connection has a query under way; false while it is idle. */
export const isAwaitingAnswer = (client: PoolClient) => 'readyForQuery' in client && client.readyForQuery !== true
