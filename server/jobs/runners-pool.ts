import type { Pool, PoolClient } from 'pg'
import { openPool } from '#server/database/open-pool.ts'
import { sessionOf } from './holders.sql.ts'

/** A machine that vanishes closes no connection: PostgreSQL ends its sessions after some ten seconds of silence. */
const SILENT_MACHINE = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' }

/**
 * Opens the job runner's connections with asynchronous commit: a job that ran just before the database's machine failed
 * may run again, as every job may. The jobs' own writes go through the shop's connections and wait for the disk. While
 * they are open, the holder's jobs are left to it (gone-holders.ts).
 */
export function openRunnersPool(databaseUrl: string, max: number, holder: string): Pool {
  const settings = { synchronous_commit: 'off', application_name: sessionOf(holder), ...SILENT_MACHINE }
  const pool = openPool(databaseUrl, { name: 'dogear jobs', max, settings, keepsIdle: true })
  return releasableTwice(pool)
}

/**
 * Makes a second release a no-op. The runner releases its listening connection twice where that breaks during shutdown,
 * in an unhandled promise; pg's error about it would end the process.
 */
function releasableTwice(pool: Pool): Pool {
  const connect = pool.connect.bind(pool)
  const guarded = (client: PoolClient) => {
    const release = client.release.bind(client)
    let isReleased = false
    client.release = (destroy) => {
      if (!isReleased) release(destroy)
      isReleased = true
    }
    return client
  }
  function connectGuarded(): Promise<PoolClient>
  function connectGuarded(done: Parameters<typeof connect>[0]): void
  function connectGuarded(done?: Parameters<typeof connect>[0]): Promise<PoolClient> | void {
    if (!done) return connect().then(guarded)
    connect((error, client, release) => {
      if (client) done(error, guarded(client), client.release)
      else done(error, client, release)
    })
  }
  pool.connect = connectGuarded
  return pool
}
