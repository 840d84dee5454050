import type { Pool } from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

/** A start of another version than before, or with new migrations. */
export interface ProgramVersion {
  version: string
  since: Date
  /** How many migrations it applied. */
  migrations: number
}

/**
 * Notes the version that has opened the database, and the migrations that it applied. Adds nothing where the last note
 * is of this version and nothing was applied; programs that start at once take turns.
 */
export async function noteVersion(pool: Pool, version: string, migrations: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.MIGRATING])
    await client.query(
      `INSERT INTO program_versions (version, migrations)
       SELECT $1::text, $2::text[]
       WHERE cardinality($2::text[]) > 0
          OR $1::text IS DISTINCT FROM (SELECT version FROM program_versions ORDER BY turn DESC LIMIT 1)`,
      [version, migrations],
    )
    await client.query('COMMIT')
  } finally {
    // Closing the connection undoes what wasn't committed.
    client.release(true)
  }
}

/** The versions that have opened the database, latest first; 20 at most. */
export async function listVersions(pool: Pool): Promise<ProgramVersion[]> {
  const { rows } = await pool.query<ProgramVersion>(
    `SELECT version, since, cardinality(migrations) AS migrations FROM program_versions ORDER BY turn DESC LIMIT 20`,
  )
  return rows
}
