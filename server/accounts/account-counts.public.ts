import { sql } from 'kysely'
import type { Role } from '#contract/call.ts'
import type { Db } from '#server/database/schema.ts'

/** Counts open accounts with these roles, in constant time (migration 0073). */
export const openAccounts = (roles: Role[]) =>
  sql`(SELECT coalesce(sum(open), 0)::int FROM account_counts WHERE role = ANY(${roles}))`

/** Folds new notes into the counts, so that reads stay cheap. Safe at any time, and twice at once. */
export async function foldAccountCounts(db: Db): Promise<void> {
  await sql`
    WITH noted AS (DELETE FROM account_counts RETURNING role, open)
    INSERT INTO account_counts (role, open) SELECT role, sum(open) FROM noted GROUP BY role`.execute(db)
}
