import { Socket } from 'node:net'
import { Pool, type PoolClient } from 'pg'
import { isAwaitingAnswer, type CircuitBreaker } from './circuit-breaker.ts'
import { connectionOptions } from './reaching/connection-options.ts'
import { setSession } from './set-session.ts'
import { Unanswered } from './trouble.ts'

export interface PoolOptions {
  /** Shown in PostgreSQL's list of sessions. */
  name: string
  /** Connections at most; further queries wait for one. */
  max: number
  /** Settings of each session, beside those that all have. */
  settings?: Record<string, string>
  /** Told about connections that broke while nobody used them. The pool replaces them by itself. */
  onLost?: (error: Error) => void
  /** Milliseconds of silence after which an answer is given up; null waits as long as it takes. */
  answerTimeout?: number | null
  /** While it is open, and as soon as it opens, requests for a connection are refused with `Unanswered`. */
  breaker?: CircuitBreaker | undefined
}

/** What a statement may take where its request may not take less. */
export const STATEMENT_TIMEOUT_MS = 15_000
// Above the server's own limit: only a server that is frozen or out of reach lets it come to this.
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000

/** Opens a pool on a PostgreSQL URL. Nothing is contacted before the first query. */
export function openPool(
  url: string,
  { name, max, settings = {}, onLost, answerTimeout = ANSWER_TIMEOUT_MS, breaker }: PoolOptions,
): Pool {
  const session = {
    application_name: name,
    statement_timeout: String(STATEMENT_TIMEOUT_MS),
    timezone: 'UTC',
    ...settings,
  }
  const pool = new BreakablePool({
    ...connectionOptions(url),
    max,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
    onConnect: (client) => setSession(client, session),
    connectionTimeoutMillis: 10_000,
    // A host that vanished without a word is noticed while nobody asks, too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A waiting pool must not keep a tool alive that is done.
    allowExitOnIdle: true,
  })
  // Without these two listeners a restart of the database would end this program. A query on a broken connection
  // rejects by itself; the pool's own event is for connections that were idle. Once the pool is ending, a
  // database that ends with it is no news.
  pool.on('error', (error) => pool.ending || onLost?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  if (breaker) pool.breakBy(breaker)
  if (answerTimeout !== null) pool.on('connect', (client) => giveUpSilence(client, answerTimeout))
  return pool
}

/**
 * Breaks a connection that owes an answer and has been silent for so long; the pool opens another one. By the socket's
 * own timer: pg's `query_timeout` makes a timer for each query, and those keep the queries' rows until the next full
 * garbage collection, which doubles the memory under load (measured by trace-gc under `npm run bench`).
 */
function giveUpSilence(client: PoolClient, afterMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('pg talks to the database through a socket')
  stream.setTimeout(afterMs, () => {
    // Unlike a connection that listens for notifications.
    if (isAwaitingAnswer(client)) stream.destroy(new Unanswered())
  })
}

type Checkout = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (how?: Error | boolean) => void,
) => void
const nothing = () => {}

/** A pool that hands out connections only while a breaker is closed; those in use go on. */
class BreakablePool extends Pool {
  #breaker: CircuitBreaker | null = null

  breakBy(breaker: CircuitBreaker): void {
    this.#breaker = breaker
    breaker.follow(this)
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Checkout): void
  override connect(callback?: Checkout): Promise<PoolClient> | void {
    if (callback) return this.#checkOut(callback)
    return new Promise((resolve, reject) => {
      this.#checkOut((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  #checkOut(callback: Checkout): void {
    const breaker = this.#breaker
    if (!breaker) return super.connect(callback)
    if (breaker.isOpen) return process.nextTick(callback, new Unanswered(), undefined, nothing)
    let isGivenUp = false
    const stopWaiting = breaker.wait((error) => {
      isGivenUp = true
      callback(error, undefined, nothing)
    })
    super.connect((error, client, release) => {
      // The caller was refused meanwhile.
      if (isGivenUp) return release()
      stopWaiting()
      callback(error, client, release)
    })
  }
}
