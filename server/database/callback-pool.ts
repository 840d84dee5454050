import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { BudgetSpent, presentBudget } from './budget.ts'
import { preparedName } from './prepared-statements.ts'
import { STATEMENT_TIMEOUT_MS } from './open-pool.ts'

/**
 * Pool for Kysely that uses pg's callbacks and makes the promises itself. pg's own promises keep a query's rows until
 * the next full garbage collection: 25 KB for each page of books, which doubles the memory under load and costs a fifth
 * of the CPU time (measured by trace-gc under `npm run bench`).
 */
export function callbackPool(pool: Pool): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      // One wrapper per connection: Kysely recognises a connection by identity.
      const callbackClient = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, callbackClient)
      return callbackClient
    },
  }
}

function wrap(client: PoolClient): PostgresPoolClient {
  // A broken connection rejects the transaction's next statements with the same cause.
  let broken: Error | null = null
  client.on('error', (error) => (broken ??= error))
  const limitStatements = statementLimit(client)
  const query = <Row>(sql: string, parameters: readonly unknown[]) =>
    new Promise<PostgresQueryResult<Row>>((resolve, reject) => {
      if (broken) return reject(broken)
      const budget = presentBudget()
      // COMMIT and ROLLBACK always go through.
      if (budget && performance.now() >= budget.until && !ENDS.test(sql)) return reject(new BudgetSpent())
      limitStatements(sql, budget?.statementMs ?? STATEMENT_TIMEOUT_MS)
      const asked = { name: preparedName(sql), text: sql, values: [...parameters] }
      client.query(asked, (error: (Error & { code?: string }) | undefined, result: unknown) => {
        if (error && budget && error.code === CANCELED) reject(new BudgetSpent(undefined, { cause: error }))
        else if (error) reject(error)
        else resolve(result as PostgresQueryResult<Row>)
      })
    })
  // Kysely's type also has cursors, which we don't configure.
  return { query, release: (destroy) => client.release(destroy === true) } as PostgresPoolClient
}

const CANCELED = '57014'
const BEGINS = /^begin|^start transaction/i
const ENDS = /^(?:commit|rollback)/i

/**
 * Sets a session's `statement_timeout` to the budget of its request. Sends it only when it changes, since most requests
 * are alike, and never within a transaction, whose rollback would undo it.
 */
function statementLimit(client: PoolClient): (sql: string, ms: number) => void {
  let present = STATEMENT_TIMEOUT_MS
  let isInTransaction = false
  return (sql, ms) => {
    if (!isInTransaction && ms !== present) {
      present = ms
      // Queued ahead of the statement on the same connection: if this fails, so does the statement.
      client.query(`SET statement_timeout = ${ms}`, () => {})
    }
    if (BEGINS.test(sql)) isInTransaction = true
    else if (ENDS.test(sql)) isInTransaction = false
  }
}
