import type { Pool, PoolClient } from 'pg'
import { openPool } from '#server/database/open-pool.ts'

/**
 * Opens the job runner's own connections. That a job was fetched, or done, need not be on the disk before the next one
 * begins: a job that ran just before the database's machine failed may run again, as every job may. What jobs do is
 * written through the shop's connections, and waits for the disk.
 */
export function openRunnersPool(databaseUrl: string, max: number): Pool {
  const pool = openPool(databaseUrl, { name: 'dogear jobs', max, settings: { synchronous_commit: 'off' } })
  return releasableTwice(pool)
}

/**
 * A second release does nothing. The runner releases its listening connection twice where that breaks while it shuts
 * down, in a promise that nothing waits for; pg's error about it would end the program.
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
