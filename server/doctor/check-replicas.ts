import type { Pool } from 'pg'
import type { Config } from '#server/config.ts'
import { openPool } from '#server/database/open-pool.ts'
import { explainDatabase } from '#server/database/reaching/explain-database.ts'
import { ok, warning, type Finding } from '#server/ports/finding.ts'
import { bytesInWords } from './words.ts'

/** Whether each replica can be asked, and how far it is behind the primary. */
export async function checkReplicas(pool: Pool, { database }: Pick<Config, 'database'>): Promise<Finding[]> {
  if (database.kind === 'embedded' || !database.replicas) return []
  const { rows } = await pool.query<{ at: string }>('SELECT pg_current_wal_flush_lsn()::text AS at')
  return Promise.all(database.replicas.map((url) => checkReplica(url, rows[0]!.at)))
}

async function checkReplica(url: string, at: string): Promise<Finding> {
  const { host } = new URL(url)
  const replica = openPool(url, { name: 'dogear doctor', max: 1 })
  try {
    const { rows } = await replica.query<{ behind: number | null }>(
      'SELECT greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS behind',
      [at],
    )
    const behind = rows[0]?.behind ?? null
    return behind === null
      ? warning(
          `${host} says no position of a replica.`,
          'Give DATABASE_REPLICA_URLS streaming replicas of this database; this server answers no reads.',
        )
      : ok(`The replica ${host} is ${behind === 0 ? 'where the primary is' : `${bytesInWords(behind)} behind`}.`)
  } catch (error) {
    return warning(
      `The replica ${host} can’t be asked (${explainDatabase(error) ?? (error as Error).message}).`,
      'The shop answers without it; start it, or take it out of DATABASE_REPLICA_URLS.',
    )
  } finally {
    await replica.end()
  }
}
