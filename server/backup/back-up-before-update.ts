import path from 'node:path'
import { OperatorError } from '#server/database/operator-error.ts'
import { BEFORE_UPDATE, backupName, prepareBackupFolder, removeOldBackups, RETAINED_UPDATES } from './backup-folder.ts'
import { openLongSession } from './long-session.ts'
import { openArchive } from './read-archive.ts'
import { type Shop, takeBackup } from './take-backup.ts'

interface Options {
  /** Folder of the backups. */
  dir: string
  /** Live shops: no update without a backup. */
  isRequired: boolean
  now: Date
  say: (line: string) => void
}

/**
 * Backs up a database before its migrations, as the older program left it, which can restore it; retains the newest
 * backup of each of the last two versions. A shop without accounts has nothing to save. A failure refuses the update
 * where a backup is required (OperatorError); elsewhere it is only reported.
 */
export async function backUpBeforeUpdate(shop: Shop, { dir, isRequired, now, say }: Options): Promise<void> {
  if (!(await hasAccounts(shop.databaseUrl))) return
  try {
    await takeBackupBeforeUpdate(shop, { dir, now, say })
    say('It is taken. The way back with it: docs/runbook.md, “A newer Dogear”.')
  } catch (error) {
    const why = (error as Error).message
    if (!isRequired) return say(`No backup could be taken, and the demo is updated without: ${why}`)
    throw new OperatorError(
      `The backup that is taken before the database is updated failed, and nothing was changed: ${why} Set that right and start again; or update without a way back, by BACKUP_BEFORE_UPDATE=off.`,
      { cause: error },
    )
  }
}

/** Takes the backup, whatever is in the shop; returns its file. */
export async function takeBackupBeforeUpdate(
  shop: Shop,
  { dir, now, say }: Omit<Options, 'isRequired'>,
): Promise<string> {
  const file = path.join(dir, backupName(now, BEFORE_UPDATE))
  say(`The database is about to be updated. A backup is taken first: ${file}`)
  await prepareBackupFolder(dir, BEFORE_UPDATE)
  await takeBackup(shop, file, { now })
  // Repeated attempts at a failing update must not push out the backup from before it.
  await removeOldBackups(dir, RETAINED_UPDATES, now, { kind: BEFORE_UPDATE, stateOf: migrationsIn })
  return file
}

/** Migrations in a backup, which identify its version; for an unreadable file its own name. */
async function migrationsIn(file: string): Promise<string> {
  try {
    const archive = await openArchive(file)
    await archive.close()
    return archive.opening.migrations.map(({ name }) => name).join()
  } catch {
    return file
  }
}

async function hasAccounts(databaseUrl: string): Promise<boolean> {
  const client = await openLongSession(databaseUrl, 'dogear backup')
  try {
    const { rowCount } = await client.query('SELECT FROM accounts LIMIT 1')
    return rowCount === 1
  } finally {
    await client.end()
  }
}
