import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'

/** Checks now what the database checks of money at a commit, which never comes. */
export async function checkSums(tx: Tx): Promise<void> {
  await sql`SET CONSTRAINTS ledger_entries_sum_to_zero, refunds_stay_below_the_payment IMMEDIATE`.execute(tx)
}
