import type { Log } from '#server/services.ts'
import type { Db } from '#server/database/schema.ts'
import { freeJobsOfGone, readLockHolders, readPresentHolders } from './holders.sql.ts'

/** Looks in a row without a session of a holder, after which it counts as gone. */
const MOST_MISSED = 5

/**
 * Unlocks the jobs of instances that ended in the middle of them. An instance that lives has a session in the database
 * for as long as it does jobs, and opens it again within two or three looks where that broke. Decision 149.
 */
export function goneHolders({ db, log, own }: { db: Db; log: Pick<Log, 'warn'>; own: string }): {
  look(): Promise<void>
} {
  /** How often each was missed in a row. */
  let missed: Map<string, number> | null = null

  async function look(): Promise<void> {
    // Those that ended while nobody looked have left locks alone.
    missed ??= new Map((await readLockHolders(db)).map((holder) => [holder, 0]))
    const present = await readPresentHolders(db)
    for (const [holder, times] of missed) missed.set(holder, times + 1)
    for (const holder of present) missed.set(holder, 0)
    missed.delete(own)
    const gone = [...missed].flatMap(([holder, times]) => (times >= MOST_MISSED ? [holder] : []))
    if (gone.length === 0) return
    const jobs = await freeJobsOfGone(db, gone)
    for (const holder of gone) missed.delete(holder)
    if (jobs > 0) log.warn({ jobs }, 'jobs: an instance ended in the middle of these; others do them')
  }

  return {
    look: () =>
      look().catch(() => {
        // While the database is away, all others miss it as well.
        missed = null
      }),
  }
}
