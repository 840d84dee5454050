import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { callbackPool } from './callback-pool.ts'
import { BREAK_AFTER_MS, circuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { TELL_VERSION, watchCatalogue, type CatalogueWatch } from './catalogue-watch.ts'
import { Listener } from './listener.ts'
import { watchMessages, type MessageWatch } from './message-watch.ts'
import { openPool, type PoolOptions } from './open-pool.ts'
import type { Db } from './schema.ts'

/** An open pool with Kysely on top of it. `close` waits for running queries; calling it twice is fine. */
export interface Connection {
  db: Db
  pool: Pool
  /** What this process knows of the catalogue version; follows the pool's own writes. */
  catalogue: CatalogueWatch
  /** Open while the database is silent. */
  breaker: CircuitBreaker
  /** Whom messages concern, as they are written and read on any process. */
  messages: MessageWatch
  close: () => Promise<void>
}

const settings = {
  // It takes statements that read much for worth compiling, which takes longer than any of ours.
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  [TELL_VERSION]: 'on',
}

/** Opens the shop's pool on a PostgreSQL URL. Nothing is contacted before the first query. */
export function connect(
  url: string,
  {
    max = 20,
    breakAfterMs = BREAK_AFTER_MS,
    ...options
  }: Partial<Pick<PoolOptions, 'max' | 'onLost' | 'answerTimeout'>> & { breakAfterMs?: number } = {},
): Connection {
  const breaker = circuitBreaker(url, breakAfterMs)
  // Migrations and the like wait as long as it takes.
  const isPatient = options.answerTimeout === null
  const pool = openPool(url, { name: 'dogear', max, settings, ...options, ...(!isPatient && { breaker }) })
  const listener = new Listener(url)
  const catalogue = watchCatalogue(listener, breaker)
  catalogue.follow(pool)
  const messages = watchMessages(listener)
  let closing: Promise<void> | undefined
  const end = async () => {
    breaker.close()
    await listener.close()
    await pool.end()
  }
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: callbackPool(pool) }) })
  return {
    db,
    pool,
    catalogue,
    breaker,
    messages,
    // Not db.destroy(): that leaves the pool open when Kysely never ran a query.
    close: () => (closing ??= end()),
  }
}
