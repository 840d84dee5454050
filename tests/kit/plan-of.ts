import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/**
 * How the database would answer a query, in PostgreSQL's words. Of the few rows that a test has it would rather read
 * all, sort or join them in other ways: those named in `without` are left to it only where nothing else is possible.
 */
export function planOf(db: Db, query: RawBuilder<unknown>, without: readonly string[] = []): Promise<string> {
  return db.transaction().execute(async (tx) => {
    for (const way of without) await sql`SELECT set_config(${`enable_${way}`}, 'off', true)`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
