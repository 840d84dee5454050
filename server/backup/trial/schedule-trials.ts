import type { BackupTrial } from '#server/ports/shop-backups.ts'
import type { Services } from '#server/services.ts'
import { newestFirst } from '../backup-folder.ts'
import type { MakeIdentityTables } from '../load-database.ts'
import type { Shop } from '../take-backup.ts'
import { readLastTrial } from './last-trial.ts'
import { runTrial } from './run-trial.ts'
import { removeScratch } from './scratch.ts'

export interface ScheduledTrials {
  /** The last one, of any program of the shop. */
  last(): BackupTrial | null
  /** Reads the last one again. */
  look(): Promise<void>
  /** Restores the newest backup on trial if that is due. */
  tryIfDue(): Promise<void>
  /** Restores a backup of the folder on trial now, whatever is due. */
  tryNow(name: string): Promise<void>
}

interface Options {
  dir: string
  /** How often the newest backup is tried; null for never. */
  everyMs: number | null
  makeIdentityTables: MakeIdentityTables
  signal: AbortSignal
}

/** The start is busy enough. */
const AFTER_START_MS = 10 * 60_000

/**
 * Restores the newest backup on trial now and then; one that didn't go well is followed by one of the next backup.
 * Failures are stored and logged, and don't reject.
 */
export async function scheduleTrials(
  services: Pick<Services, 'clock' | 'log'>,
  shop: Shop,
  { dir, everyMs, makeIdentityTables, signal }: Options,
): Promise<ScheduledTrials> {
  const openedAt = services.clock.now()
  let last = await readLastTrial(dir)
  let isTidy = false

  const isDue = (now: Date, newest: string): boolean => {
    if (everyMs === null || Math.abs(now.getTime() - openedAt.getTime()) < AFTER_START_MS) return false
    if (!last) return true
    if (last.outcome !== 'ok' && last.file !== newest) return true
    // A clock that was put back delays none.
    return Math.abs(now.getTime() - last.at.getTime()) >= everyMs
  }
  const tryNow = async (name: string) => {
    try {
      last = (await runTrial(services, shop, { dir, name }, { makeIdentityTables, signal })) ?? last
    } catch (err) {
      if (!signal.aborted) services.log.error({ err }, 'backups: a trial restore could not be begun')
    }
  }
  return {
    last: () => last,
    look: async () => void (last = await readLastTrial(dir)),
    tryIfDue: async () => {
      const now = services.clock.now()
      last = await readLastTrial(dir)
      // A trial that was killed leaves its PostgreSQL behind. One under way, of another program, is left alone.
      if (!isTidy) await removeScratch(shop.dataDir).catch(() => {})
      isTidy = true
      const [newest] = await newestFirst(dir, now).catch(() => [])
      if (!signal.aborted && newest !== undefined && isDue(now, newest)) await tryNow(newest)
    },
    tryNow,
  }
}
