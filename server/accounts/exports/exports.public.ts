import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'

/**
 * The file with all of somebody's data, being made or there, can't be downloaded from now on; itself it goes when
 * `removeExports` comes by.
 */
export async function forgetExport(tx: Tx, accountId: string): Promise<void> {
  await sql`DELETE FROM exports WHERE account_id = ${accountId}`.execute(tx)
}
