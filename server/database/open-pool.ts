import { Socket } from 'node:net'
import { Pool, type PoolClient } from 'pg'
import { isAwaitingAnswer, type CircuitBreaker } from './circuit-breaker.ts'
import { registerPool } from './open-pools.ts'
import { connectionOptions } from './reaching/connection-options.ts'
import { setSession } from './set-session.ts'
import { shareSession } from './pooling/share-session.ts'
import { Unanswered } from './trouble.ts'

export interface PoolOptions {
  /** Name in PostgreSQL's list of sessions. */
  name: string
  /** Maximum of connections; further queries wait. */
  max: number
  /** Settings of each session, beside the common ones. */
  settings?: Record<string, string>
  /** Keeps idle connections open; otherwise they are closed after ten seconds. */
  keepsIdle?: boolean
  /** Called with the error of an idle connection that broke. The pool replaces it. */
  onLost?: (error: Error) => void
  /** Milliseconds of silence after which a query's connection is broken; null for no limit. */
  answerTimeout?: number | null
  /** Address of a pooler in transaction mode before the database, which the connections go through. */
  pooler?: string | undefined
  /** Circuit breaker: while open, requests for a connection are refused with `Unanswered`. */
  breaker?: CircuitBreaker | undefined
}

/** Statement timeout; a request's time budget may shorten it. */
export const STATEMENT_TIMEOUT_MS = 15_000
// Above the server's own timeout: reached only where the server is frozen or unreachable.
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000

/** Opens a connection pool on a PostgreSQL URL. Connects with the first query. */
export function openPool(
  url: string,
  {
    name,
    max,
    settings = {},
    keepsIdle = false,
    onLost,
    answerTimeout = ANSWER_TIMEOUT_MS,
    pooler,
    breaker,
  }: PoolOptions,
): Pool {
  const session = {
    application_name: name,
    statement_timeout: String(STATEMENT_TIMEOUT_MS),
    timezone: 'UTC',
    ...settings,
  }
  const pool = new BreakablePool({
    ...connectionOptions(pooler ?? url),
    max,
    ...(keepsIdle && { idleTimeoutMillis: 0 }),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
    onConnect: (client) => (pooler === undefined ? setSession : shareSession)(client, session),
    connectionTimeoutMillis: 10_000,
    // TCP keepalive notices a vanished host on idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // An idle pool must not keep a finished tool alive.
    allowExitOnIdle: true,
  })
  registerPool(name, url, pool)
  // Without these two listeners a restart of the database would end this program. A query on a broken connection
  // rejects by itself; the pool's event is for idle connections, and no news once the pool is ending.
  pool.on('error', (error) => pool.ending || onLost?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  if (breaker) pool.breakBy(breaker)
  if (answerTimeout !== null) pool.on('connect', (client) => giveUpSilence(client, answerTimeout))
  return pool
}

/**
 * Breaks a connection that has owed an answer for so long; the pool opens another. Uses the socket's timeout: pg's
 * `query_timeout` makes a timer per query, which keeps the query's rows until the next full garbage collection and
 * doubles the memory under load (measured by trace-gc under `npm run bench`).
 */
function giveUpSilence(client: PoolClient, afterMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) throw new Error('pg talks to the database through a socket')
  stream.setTimeout(afterMs, () => {
    // A connection that only listens for notifications owes no answer.
    if (isAwaitingAnswer(client)) stream.destroy(new Unanswered())
  })
}

type Checkout = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (how?: Error | boolean) => void,
) => void
const nothing = () => {}

/** Connection pool that hands out connections only while the breaker is closed; those in use go on. */
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
