import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

export interface DemoMark {
  state: 'filled' | 'cleared'
  accountIds: string[]
}

/** Null as long as the demo was never put in. */
export async function findDemoMark(db: Db): Promise<DemoMark | null> {
  const { rows } = await sql<DemoMark>`SELECT state, account_ids AS "accountIds" FROM demo`.execute(db)
  return rows[0] ?? null
}

/** False when the demo is in already. Of two programs at once, the second waits here for the first. */
export async function markFilled(tx: Tx, accountIds: string[], now: Date): Promise<boolean> {
  // For as long as the first one tells the whole story, on however slow a machine.
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  const { rows } = await sql`
    INSERT INTO demo (state, account_ids, since) VALUES ('filled', ${accountIds}::uuid[], ${now})
    ON CONFLICT (is_only) DO UPDATE
      SET state = 'filled', account_ids = excluded.account_ids, since = excluded.since WHERE demo.state = 'cleared'
    RETURNING state`.execute(tx)
  return rows.length === 1
}

/** Also where the demo was never in: then it won't come. */
export async function markCleared(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO demo (state, account_ids, since) VALUES ('cleared', '{}', ${now})
    ON CONFLICT (is_only) DO UPDATE SET state = 'cleared', account_ids = '{}', since = excluded.since`.execute(db)
}

/** Keeps the demo from coming into a shop that it was never in; false where it is. */
export async function markWithout(db: Db, now: Date): Promise<boolean> {
  await sql`
    INSERT INTO demo (state, account_ids, since) VALUES ('cleared', '{}', ${now}) ON CONFLICT DO NOTHING`.execute(db)
  return (await findDemoMark(db))?.state === 'cleared'
}

/** Removes every book that these accounts offered; none of them is ordered any more. Lets go of their own photos, too. */
export async function deleteListingsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`DELETE FROM books WHERE seller_id = ANY(${accountIds}::uuid[])`.execute(tx)
  await sql`UPDATE accounts SET photo_url = NULL WHERE id = ANY(${accountIds}::uuid[])`.execute(tx)
}

export async function listIdentities(db: Db, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ identityId: string }>`
    SELECT identity_id AS "identityId" FROM accounts WHERE id = ANY(${accountIds}::uuid[])`.execute(db)
  return rows.map(({ identityId }) => identityId)
}

/** What the demo's people did as admins, which is the one part of the audit log that may go. */
export async function deleteActsOfDemo(tx: Tx): Promise<void> {
  await sql`DELETE FROM audit_log l USING demo d WHERE l.actor_id = ANY (d.account_ids)`.execute(tx)
}

/** Leaves no trace of the accounts, so that the demo can be put in again. */
export async function deleteAccounts(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`DELETE FROM accounts WHERE id = ANY(${accountIds}::uuid[])`.execute(tx)
}
