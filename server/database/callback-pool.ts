import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isUnanswered } from './trouble.ts'

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
  // A connection that owes an answer is of no more use: what its transaction asks next would wait as long again.
  let owes: Error | null = null
  const query = <Row>(sql: string, parameters: readonly unknown[]) =>
    new Promise<PostgresQueryResult<Row>>((resolve, reject) => {
      if (owes) return reject(owes)
      client.query(sql, [...parameters], (error: Error | undefined, result: unknown) => {
        if (!error) return resolve(result as PostgresQueryResult<Row>)
        if (isUnanswered(error)) owes = error
        reject(error)
      })
    })
  // Kysely's type also has cursors, which are for whoever configures them.
  return { query, release: (destroy) => client.release(destroy === true || owes !== null) } as PostgresPoolClient
}
