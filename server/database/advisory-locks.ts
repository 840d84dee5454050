import { sql } from 'kysely'
import type { Tx } from './schema.ts'

/** What one program at a time does on a database, by constants of our own. */
export const ADVISORY_LOCKS = {
  MIGRATING: 4_010_710_171,
  /** Backups share it for as long as they copy pictures; clearing a picture away needs it alone. */
  PICTURES_STAY: 4_010_710_172,
  SCHEDULED_BACKUP: 4_010_710_173,
  /** Taken by who may have MIGRATING already. */
  CHANGING_FUNCTIONS: 4_010_710_174,
  INDEXING: 4_010_710_175,
  MATCHING_WANTS: 4_010_710_243,
  KEEPING_MAP_PARTS: 4_010_710_265,
  SUMMING_UP_WANTED: 4_010_710_253,
} as const

/** Takes a lock until the transaction ends; false while another program has it. */
export async function tryLock(tx: Tx, lock: keyof typeof ADVISORY_LOCKS): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) AS mine`.execute(tx)
  return rows[0]!.mine
}
