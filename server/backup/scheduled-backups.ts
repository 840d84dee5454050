import path from 'node:path'
import type { Config } from '#server/config.ts'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import type { BackupCopies } from '#server/ports/backup-copies.ts'
import type { BackupState, Services } from '#server/services.ts'
import { backupName, newestBackup, prepareBackupFolder, removeOldBackups } from './backup-folder.ts'
import { newCopies } from './copy-away.ts'
import { openLongSession } from './long-session.ts'
import { type BackupReport, type Shop, takeBackup } from './take-backup.ts'

export interface ScheduledBackups {
  state(): BackupState
  /** Starts checking each minute whether a backup is due. */
  start(): void
  /** Takes a backup if it is due and none is running. */
  takeIfDue(): Promise<void>
  /** Aborts a running backup, and waits for its end. */
  stop(): Promise<void>
}

const LOOK_AGAIN_MS = 60_000
const TRY_AGAIN_MS = 15 * 60_000
/** Advisory lock: of several programs on a database one takes the backup. */
const TRY_LOCK = 'SELECT pg_try_advisory_lock($1) AS mine'

/**
 * Takes a backup whenever the newest one in the folder is old enough, and retains the last few. Reads times from file
 * names, so that neither a restart nor a clock that was put back stops it. Where copies are kept elsewhere too, each is
 * copied there. A failure, of copying as well, is logged, reported by `state()`, and retried a quarter of an hour later.
 */
export async function scheduleBackups(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  shop: Shop,
  { dir, everyMs, keep, copies = null }: NonNullable<Config['backups']> & { copies?: BackupCopies | null },
): Promise<ScheduledBackups> {
  const stopping = new AbortController()
  let last: Date | null = null
  let failedAt: Date | null = null
  let underWay: Promise<void> | null = null
  const copyNew = newCopies(dir, keep, copies)
  let timer: NodeJS.Timeout | undefined

  async function isDue(now: Date): Promise<boolean> {
    last = await newestBackup(dir, now)
    return !last || now.getTime() - last.getTime() >= everyMs
  }

  async function takeOne(): Promise<void> {
    const client = await openLongSession(shop.databaseUrl, 'dogear backups')
    try {
      const { rows } = await client.query<{ mine: boolean }>(TRY_LOCK, [ADVISORY_LOCKS.SCHEDULED_BACKUP])
      const now = clock.now()
      if (!rows[0]?.mine || !(await isDue(now))) return
      await prepareBackupFolder(dir)
      const report = await takeBackup(shop, path.join(dir, backupName(now)), { now, signal: stopping.signal })
      await removeOldBackups(dir, keep, now)
      await isDue(now)
      logTaken(log, backupName(now), report)
    } finally {
      await client.end()
    }
  }

  async function tryOne(): Promise<void> {
    const now = clock.now()
    const waits = failedAt && Math.abs(now.getTime() - failedAt.getTime()) < Math.min(TRY_AGAIN_MS, everyMs)
    if (stopping.signal.aborted || waits) return
    try {
      if (await isDue(now)) await takeOne()
      await copyNew(last, now)
      failedAt = null
    } catch (err) {
      if (stopping.signal.aborted) return
      failedAt = now
      log.error({ err }, `backups: the one for ${dir} failed; it is tried again in a quarter of an hour`)
    }
  }

  // Makes the state right before it is first read.
  await isDue(clock.now())
  const takeIfDue = () => (underWay ??= tryOne().finally(() => (underWay = null)))
  return {
    state: () => ({ last, failed: failedAt !== null }),
    start: () => {
      timer = setInterval(() => void takeIfDue(), LOOK_AGAIN_MS).unref()
      void takeIfDue()
    },
    takeIfDue,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}

function logTaken(log: Services['log'], file: string, { lost, bytes }: BackupReport): void {
  if (lost.length > 0) log.warn({ lost }, 'backups: pictures that the database knows are missing on the disk')
  log.info({ file, bytes }, 'backups: one was taken')
}
