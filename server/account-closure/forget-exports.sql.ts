import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'

/** What was asked for until now, finished or not, can’t be downloaded any more; the file goes when removeExports comes by. */
export async function forgetExports(tx: Tx, accountId: string): Promise<void> {
  await sql`DELETE FROM exports WHERE account_id = ${accountId}`.execute(tx)
}
