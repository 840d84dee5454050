import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { planName } from './kept-plans.ts'

/**
 * A pool for Kysely that asks pg for callbacks and makes the promises itself. Queries of pg's own promise form leave
 * their rows to the next full garbage collection: 25 KB for each page of books, which doubles the memory under load
 * and costs a fifth of the CPU time (measured by trace-gc under `npm run bench`).
 */
export function callbackPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      // The same object each time: Kysely recognises a connection by it.
      const callbackClient = known.get(client) ?? wrap(client)
      known.set(client, callbackClient)
      return callbackClient
    },
  }
}

function wrap(client: PoolClient): PostgresPoolClient {
  // Why a connection broke is the reason of what its transaction asks next, too.
  let broken: Error | null = null
  client.on('error', (error) => (broken ??= error))
  const query = <Row>(sql: string, parameters: readonly unknown[]) =>
    new Promise<PostgresQueryResult<Row>>((resolve, reject) => {
      if (broken) return reject(broken)
      const asked = { name: planName(sql), text: sql, values: [...parameters] }
      client.query(asked, (error: Error | undefined, result: unknown) => {
        if (error) reject(error)
        else resolve(result as PostgresQueryResult<Row>)
      })
    })
  // Kysely's type also has cursors, which are for whoever configures them.
  return { query, release: (destroy) => client.release(destroy === true) } as PostgresPoolClient
}
