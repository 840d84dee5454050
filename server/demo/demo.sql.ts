import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

export interface DemoMark {
  state: 'filled' | 'cleared'
  accountIds: string[]
}

/** Mark of the demo; null where it was never put in. */
export async function findDemoMark(db: Db): Promise<DemoMark | null> {
  const { rows } = await sql<DemoMark>`SELECT state, account_ids AS "accountIds" FROM demo`.execute(db)
  return rows[0] ?? null
}

/**
 * Marks the demo as put in; false where it is already. Of two concurrent programs, the second waits here for the first.
 */
export async function markFilled(tx: Tx, accountIds: string[], now: Date): Promise<boolean> {
  // The wait lasts as long as the first one fills the shop, on a slow machine as well.
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  const { rows } = await sql`
    INSERT INTO demo (state, account_ids, since) VALUES ('filled', ${accountIds}::uuid[], ${now})
    ON CONFLICT (is_only) DO UPDATE
      SET state = 'filled', account_ids = excluded.account_ids, since = excluded.since WHERE demo.state = 'cleared'
    RETURNING state`.execute(tx)
  return rows.length === 1
}

/** Marks the demo as cleared, also where it was never in: then it won't come. */
export async function markCleared(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO demo (state, account_ids, since) VALUES ('cleared', '{}', ${now})
    ON CONFLICT (is_only) DO UPDATE SET state = 'cleared', account_ids = '{}', since = excluded.since`.execute(db)
}

/** Marks a shop as one without demo; false where it is in already. */
export async function markWithout(db: Db, now: Date): Promise<boolean> {
  await sql`
    INSERT INTO demo (state, account_ids, since) VALUES ('cleared', '{}', ${now}) ON CONFLICT DO NOTHING`.execute(db)
  return (await findDemoMark(db))?.state === 'cleared'
}
