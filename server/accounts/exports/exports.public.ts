import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/schema.ts'
import { select, type SelectedRow } from '#server/database/selection.ts'

const selection = {
  id: sql<string>`e.id`,
  accountId: sql<string>`e.account_id`,
  askedAt: sql<Date>`e.asked_at`,
  done: sql<number>`e.done`,
  total: sql<number>`e.total`,
  finishedAt: sql<Date | null>`e.finished_at`,
  /** When the export was given up. */
  failedAt: sql<Date | null>`e.failed_at`,
  bytes: sql<number | null>`e.bytes::float8`,
  expiresAt: sql<Date>`e.expires_at`,
}
export type ExportRow = SelectedRow<typeof selection>
const columns = select(selection)

export async function findExport(db: Db, id: string): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`SELECT ${columns} FROM exports e WHERE e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Finds an account's unexpired export. */
export async function findExportOf(db: Db, accountId: string, now: Date): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    SELECT ${columns} FROM exports e WHERE e.account_id = ${accountId} AND e.expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** Revokes an account's export, finished or not; `removeExports` deletes the file. */
export async function forgetExport(tx: Tx, accountId: string): Promise<void> {
  await sql`DELETE FROM exports WHERE account_id = ${accountId}`.execute(tx)
}

/** Inserts an account's export in place of the former; returns its id. */
export async function insertExport(tx: Tx, accountId: string, now: Date, expiresAt: Date): Promise<string> {
  await forgetExport(tx, accountId)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO exports (account_id, asked_at, expires_at) VALUES (${accountId}, ${now}, ${expiresAt}) RETURNING id`.execute(
    tx,
  )
  return rows[0]!.id
}

/** Bytes of all stored exports. */
export async function sumKeptBytes(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM exports WHERE expires_at > ${now}`.execute(db)
  return rows[0]!.bytes
}

export async function setProgress(db: Db, id: string, { done, total }: { done: number; total: number }): Promise<void> {
  await sql`UPDATE exports SET done = ${done}, total = ${total} WHERE id = ${id} AND finished_at IS NULL`.execute(db)
}

/** Marks an export as finished; false where it was already, or is gone. */
export async function setFinished(
  tx: Tx,
  id: string,
  { bytes, now, expiresAt }: { bytes: number; now: Date; expiresAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE exports SET finished_at = ${now}, bytes = ${bytes}, expires_at = ${expiresAt}, done = total
    WHERE id = ${id} AND finished_at IS NULL AND failed_at IS NULL`.execute(tx)
  return numAffectedRows === 1n
}

/** Marks an export as failed; false where it has ended already, or is gone. */
export async function setFailed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE exports SET failed_at = ${now} WHERE id = ${id} AND finished_at IS NULL AND failed_at IS NULL`.execute(tx)
  return numAffectedRows === 1n
}

export async function deleteExpiredExports(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM exports WHERE expires_at <= ${now}`.execute(db)
}

/** Deletes finished exports whose files are missing, as in a restored shop. */
export async function deleteLostExports(db: Db, files: string[], before: Date): Promise<void> {
  await sql`DELETE FROM exports WHERE finished_at < ${before} AND id <> ALL(${files}::uuid[])`.execute(db)
}

/** Filters ids to existing exports. */
export async function listKnownExports(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM exports WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}
