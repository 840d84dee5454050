import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { noteStatement } from './buckets/shown-buckets.ts'
import { callbackPool } from './callback-pool.ts'
import { BREAK_AFTER_MS, circuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { watchCatalogue, type CatalogueWatch } from './catalogue-watch.ts'
import { Listener } from './listener.ts'
import { watchMessages, type MessageWatch } from './message-watch.ts'
import { routedPool } from './replicas/reading.ts'
import { openReplicas, type Replicas } from './replicas/replicas.ts'
import { readPools, type PoolState } from './open-pools.ts'
import { openPool, type PoolOptions } from './open-pool.ts'
import type { Db } from './schema.ts'

/**
 * Connection pool with Kysely on top. `close` waits for running queries (graceful shutdown) and may be called twice.
 */
export interface Connection {
  db: Db
  pool: Pool
  /** What of the catalogue has changed. */
  catalogue: CatalogueWatch
  /** Circuit breaker: open while the database is silent. */
  breaker: CircuitBreaker
  /** Notifies of messages written or read on any process. */
  messages: MessageWatch
  /** Replicas that answer public reads; null without any. */
  replicas: Replicas | null
  /** State of all pools of this process on this database. */
  readPools: () => PoolState[]
  close: () => Promise<void>
}

const settings = {
  // PostgreSQL compiles statements that read much, which takes longer than any of ours runs.
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
}

/**
 * Opens the shop's connection pool on a PostgreSQL URL, or through a pooler before it; what listens goes by the URL
 * itself. Connects with the first query.
 */
export function connect(
  url: string,
  {
    max = 20,
    breakAfterMs = BREAK_AFTER_MS,
    onStatement,
    replicas: replicaUrls = [],
    ...options
  }: Partial<Pick<PoolOptions, 'max' | 'onLost' | 'answerTimeout' | 'pooler'>> & {
    breakAfterMs?: number
    /** Addresses of replicas, each of one server. */
    replicas?: readonly string[] | undefined
    /** Called after each statement, in the context of the work that made it. */
    onStatement?: ((text: string, ms: number, error: unknown) => void) | undefined
  } = {},
): Connection {
  const breaker = circuitBreaker(url, breakAfterMs)
  // Migrations and the like have no time limit.
  const isPatient = options.answerTimeout === null
  const pool = openPool(url, { name: 'dogear', max, settings, ...options, ...(!isPatient && { breaker }) })
  const listener = new Listener(url)
  const catalogue = watchCatalogue(listener, breaker)
  const messages = watchMessages(listener)
  const replicas = replicaUrls.length > 0 ? openReplicas(replicaUrls, max, pool) : null
  const own = callbackPool(pool)
  let closing: Promise<void> | undefined
  const end = async () => {
    breaker.close()
    await listener.close()
    await replicas?.close()
    await pool.end()
  }
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: replicas ? routedPool(own) : own }),
    log: ({ query, queryDurationMillis, ...event }) => {
      noteStatement()
      onStatement?.(query.sql, queryDurationMillis, 'error' in event ? event.error : null)
    },
  })
  return {
    db,
    pool,
    catalogue,
    breaker,
    messages,
    replicas,
    readPools: () => [...readPools(url), ...(replicas?.readPools() ?? [])],
    // Not db.destroy(): that leaves the pool open when Kysely never ran a query.
    close: () => (closing ??= end()),
  }
}
