import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

interface Newest {
  version: string
  page: string | null
}

/** Whether this process is to ask: true once between then and now, of all processes. */
export async function mayAsk(db: Db, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO newest_release AS newest (asked_at) VALUES (${now})
    ON CONFLICT (is_only) DO UPDATE SET asked_at = EXCLUDED.asked_at WHERE newest.asked_at <= ${since}
    RETURNING is_only`.execute(db)
  return rows.length > 0
}

export async function saveNewest(db: Db, { version, page }: Newest): Promise<void> {
  await sql`UPDATE newest_release SET version = ${version}, page = ${page}`.execute(db)
}

/** What was last answered; null for nothing yet. */
export async function findNewest(db: Db): Promise<Newest | null> {
  const { rows } = await sql<Newest>`SELECT version, page FROM newest_release WHERE version IS NOT NULL`.execute(db)
  return rows[0] ?? null
}
