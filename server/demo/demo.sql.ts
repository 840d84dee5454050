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
