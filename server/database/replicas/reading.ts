import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

/** The replica that answers the reads of one request; null while the primary does. */
export interface Reading {
  ask<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row> | null>
}

const readings = new AsyncLocalStorage<Reading>()

/** Runs work whose reads a replica may answer. */
export const withReading = <Result>(reading: Reading, work: () => Promise<Result>): Promise<Result> =>
  readings.run(reading, work)

const READS = /^\s*(?:select|with)\b/i

/**
 * A pool whose statements go to the present reading's replica where they are reads of their own, and to the primary
 * where they aren't, such as all of a transaction, and where the replica can't answer. Without a reading it is the
 * primary's.
 */
export const routedPool = (primary: PostgresPool): PostgresPool => ({
  ...primary,
  connect: async () => {
    const reading = readings.getStore()
    return reading ? routedClient(primary, reading) : primary.connect()
  },
})

function routedClient(primary: PostgresPool, reading: Reading): PostgresPoolClient {
  let own: PostgresPoolClient | null = null
  const query = async <Row>(sql: string, parameters: readonly unknown[]) => {
    const answer = !own && READS.test(sql) ? await reading.ask<Row>(sql, parameters) : null
    if (answer) return answer
    own ??= await primary.connect()
    return own.query<Row>(sql, parameters)
  }
  return { query, release: (destroy?: boolean) => own?.release(destroy) } as PostgresPoolClient
}
