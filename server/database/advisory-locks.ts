import { sql } from 'kysely'
import type { Tx } from './schema.ts'

/** Advisory locks: each names work that one program at a time does on a database. The numbers are arbitrary. */
export const ADVISORY_LOCKS = {
  MIGRATING: 4_010_710_171,
  /** Shared by backups while they copy pictures; deleting a picture needs it exclusively. */
  PICTURES_STAY: 4_010_710_172,
  SCHEDULED_BACKUP: 4_010_710_173,
  TRIAL_RESTORE: 4_010_710_134,
  /** Taken by programs that may already have MIGRATING. */
  CHANGING_FUNCTIONS: 4_010_710_174,
  INDEXING: 4_010_710_175,
  MATCHING_WANTS: 4_010_710_243,
  KEEPING_MAP_PARTS: 4_010_710_265,
  SUMMING_UP_WANTED: 4_010_710_253,
  TELLING_OF_BALANCE: 4_010_710_280,
} as const

/** Tries to take an advisory lock until the transaction ends; false while another program has it. */
export async function tryLock(tx: Tx, lock: keyof typeof ADVISORY_LOCKS): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) AS mine`.execute(tx)
  return rows[0]!.mine
}

/** Waits for an advisory lock, and has it until the transaction ends. */
export async function waitForLock(tx: Tx, lock: keyof typeof ADVISORY_LOCKS): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(tx)
}
