import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { callbackPool } from './callback-pool.ts'
import type { Database } from './schema.ts'

/** An open pool with Kysely on top of it. `close` waits for running queries; calling it twice is fine. */
export interface Connection {
  db: Kysely<Database>
  pool: Pool
  close: () => Promise<void>
}

interface Options {
  /** Connections at most; further queries wait for one. */
  max?: number
  /** Told about connections that broke while nobody used them. The pool replaces them by itself. */
  onLost?: (error: Error) => void
}

const session = [
  // A cached generic plan ignores the values: ranking the newest matches took 1.9 s with it and 5 ms without.
  '-c plan_cache_mode=force_custom_plan',
  '-c statement_timeout=15s',
  '-c idle_in_transaction_session_timeout=60s',
  '-c timezone=UTC',
].join(' ')

/** Opens a pool on a PostgreSQL URL. Nothing is contacted before the first query. */
export function connect(url: string, { max = 20, onLost }: Options = {}): Connection {
  const pool = new Pool({
    connectionString: url,
    max,
    options: session,
    application_name: 'dogear',
    connectionTimeoutMillis: 10_000,
    // A waiting pool must not keep a tool alive that is done.
    allowExitOnIdle: true,
  })
  let closing: Promise<void> | undefined
  // Without these two listeners a restart of the database would end this program. Whoever runs a query on a broken
  // connection learns it from the query; the pool's own event is for connections that were idle.
  pool.on('error', (error) => {
    if (!closing) onLost?.(error)
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: callbackPool(pool) }) })
  return {
    db,
    pool,
    // Not db.destroy(): that leaves the pool open when Kysely never ran a query.
    close: () => (closing ??= pool.end()),
  }
}
