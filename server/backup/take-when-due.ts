import type { BackupCopies } from '#server/ports/backup-copies.ts'
import type { BackupState } from '#server/ports/shop-backups.ts'
import { BY_CLOCK, BY_HAND, newestBackup } from './backup-folder.ts'
import { newCopies } from './copy-away.ts'
import { problemWords, takeIntoFolder } from './take-into-folder.ts'

interface Given {
  everyMs: number
  copies: BackupCopies | null
}

export interface Taking {
  state(): Omit<BackupState, 'trial'>
  /** Looks for the newest one, of whatever program. */
  look(): Promise<void>
  takeIfDue(): Promise<void>
  /** Takes one now, whatever is due; returns why it failed, in a sentence, or null. */
  takeNow(): Promise<string | null>
}

const TRY_AGAIN_MS = 15 * 60_000

/**
 * Takes a backup whenever the newest one in the folder is old enough. Reads times from file names, so that neither a
 * restart nor a clock that was put back stops it. Where copies are kept elsewhere too, each is copied there. A failure, of
 * copying as well, is logged, reported by `state()`, and retried a quarter of an hour later.
 */
export async function takingWhenDue(given: Given & Parameters<typeof takeIntoFolder>[0]): Promise<Taking> {
  const { clock, log, dir, keep, everyMs, copies, signal } = given
  let last: Date | null = null
  let failedAt: Date | null = null
  const copyNew = newCopies(dir, keep, copies)

  async function isDue(now: Date): Promise<boolean> {
    last = await newestBackup(dir, now)
    return !last || now.getTime() - last.getTime() >= everyMs
  }

  // Makes the state right before it is first read.
  await isDue(clock.now())
  return {
    state: () => ({ last, failed: failedAt !== null }),
    look: () => isDue(clock.now()).then(() => {}),
    takeIfDue: async () => {
      const now = clock.now()
      const waits = failedAt && Math.abs(now.getTime() - failedAt.getTime()) < Math.min(TRY_AGAIN_MS, everyMs)
      if (signal.aborted || waits) return
      try {
        if (await isDue(now)) await takeIntoFolder(given, BY_CLOCK, isDue)
        // Named by its own beginning, which may be a second later than `now`.
        await isDue(clock.now())
        await copyNew(now)
        failedAt = null
      } catch (err) {
        if (signal.aborted) return
        failedAt = now
        log.error({ err }, `backups: the one for ${dir} failed; it is tried again in a quarter of an hour`)
      }
    },
    takeNow: async () => {
      try {
        await takeIntoFolder(given, BY_HAND, async () => true)
        await copyNew(clock.now())
        return null
      } catch (err) {
        if (!signal.aborted) log.error({ err }, `backups: one that an admin asked for, in ${dir}, failed`)
        return problemWords(err)
      }
    },
  }
}
