import { sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { Db } from '#server/database/schema.ts'

/** How many open accounts have one of these roles, at the same cost however many there are (migration 0073). */
export const openAccounts = (roles: Role[]) =>
  sql`(SELECT coalesce(sum(open), 0)::int FROM account_counts WHERE role = ANY(${roles}))`

/** Adds up what was noted since the last time, so that reading stays cheap. At any time, and by two at once. */
export async function foldAccountCounts(db: Db): Promise<void> {
  await sql`
    WITH noted AS (DELETE FROM account_counts RETURNING role, open)
    INSERT INTO account_counts (role, open) SELECT role, sum(open) FROM noted GROUP BY role`.execute(db)
}
