import type { Pool, PoolClient } from 'pg'
import { openPool } from '#server/database/open-pool.ts'

/**
 * Opens the job runner's connections with asynchronous commit: a job that ran just before the database's machine failed
 * may run again, as every job may. The jobs' own writes go through the shop's connections and wait for the disk.
 */
export function openRunnersPool(databaseUrl: string, max: number): Pool {
  const pool = openPool(databaseUrl, { name: 'dogear jobs', max, settings: { synchronous_commit: 'off' } })
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
