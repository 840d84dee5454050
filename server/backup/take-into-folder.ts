import path from 'node:path'
import { ADVISORY_LOCKS } from '#server/database/advisory-locks.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import type { Services } from '#server/services.ts'
import { backupName, type Kind, prepareBackupFolder, removeOldBackups } from './backup-folder.ts'
import { openLongSession } from './long-session.ts'
import { type Shop, takeBackup } from './take-backup.ts'
import { showWork } from './work-file.ts'

interface Given extends Pick<Services, 'clock' | 'log'> {
  shop: Shop
  dir: string
  /** How many of a kind stay. */
  keep: number
  signal: AbortSignal
}

/** Why a backup failed, for admins. */
export const problemWords = (error: unknown): string =>
  error instanceof OperatorError ? error.message : 'Something went wrong on our side; the log says what.'

/**
 * Takes a backup into a folder, shows its progress there, and retains the newest few of its kind. Does nothing while
 * another program of the shop takes one, or where it isn't wanted any more.
 */
export async function takeIntoFolder(
  { clock, log, shop, dir, keep, signal }: Given,
  kind: Kind,
  isWanted: (now: Date) => Promise<boolean>,
): Promise<void> {
  const client = await openLongSession(shop.databaseUrl, 'dogear backups')
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      ADVISORY_LOCKS.SCHEDULED_BACKUP,
    ])
    const now = clock.now()
    if (!rows[0]?.mine || !(await isWanted(now))) return
    const name = backupName(now, kind)
    const work = await showWork(dir, 'backup')
    try {
      await prepareBackupFolder(dir, kind)
      const { lost, bytes } = await takeBackup(shop, path.join(dir, name), { now, progress: work.update, signal })
      if (lost.length > 0) log.warn({ lost }, 'backups: pictures that the database knows are missing on the disk')
      log.info({ file: name, bytes }, 'backups: one was taken')
      await work.end(null)
    } catch (error) {
      await work.end(signal.aborted ? null : problemWords(error))
      throw error
    }
    await removeOldBackups(dir, keep, now, { kind })
  } finally {
    await client.end()
  }
}
