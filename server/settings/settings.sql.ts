import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'

/** Inserts a revision; false where another save came first. */
export async function insertRevision(
  tx: Tx,
  { name, revision, value, at }: { name: string; revision: number; value: unknown; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO settings (name, revision, value, at)
    SELECT ${name}, ${revision}, ${JSON.stringify(value)}::jsonb, ${at}
    WHERE ${revision} = 1 OR EXISTS (SELECT 1 FROM settings WHERE name = ${name} AND revision = ${revision} - 1)
    ON CONFLICT DO NOTHING`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** The latest saves of a name, newest first. */
export async function listRevisions(
  db: Db,
  { name, most }: { name: string; most: number },
): Promise<{ revision: number; at: Date; value: unknown }[]> {
  const { rows } = await sql<{ revision: number; at: Date; value: unknown }>`
    SELECT revision, at, value FROM settings WHERE name = ${name} ORDER BY revision DESC LIMIT ${most}`.execute(db)
  return rows
}
