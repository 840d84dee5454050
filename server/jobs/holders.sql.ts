import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

// A holder is an instance that does jobs. Its sessions bear its name, and each lock of its runners begins with it.

/** Name of a holder's sessions in the database. */
export const sessionOf = (holder: string): string => `dogear jobs ${holder}`
/** What one of its runners, which follow each other, locks jobs by. */
export const lockOf = (holder: string, runner: number): string => `${holder}/${runner}`

const HOLDER = sql`split_part(locked_by, '/', 1)`
const PRESENT = sql`SELECT substr(application_name, length('dogear jobs ') + 1) AS holder FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'dogear jobs %'`

/** Holders of locks, whether they live or not; earlier versions had locks without one. */
export async function readLockHolders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`SELECT DISTINCT ${HOLDER} AS holder FROM graphile_worker._private_jobs
    WHERE locked_by LIKE '%/%'`.execute(db)
  return rows.map(({ holder }) => holder)
}

/** Holders that have a session. */
export async function readPresentHolders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`SELECT DISTINCT holder FROM (${PRESENT}) AS present`.execute(db)
  return rows.map(({ holder }) => holder)
}

/** Unlocks the jobs of those of these holders that still have no session; returns how many. */
export async function freeJobsOfGone(db: Db, holders: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL
    WHERE locked_by LIKE '%/%' AND ${HOLDER} = ANY(${holders}) AND ${HOLDER} NOT IN (${PRESENT})`.execute(db)
  return Number(numAffectedRows)
}
