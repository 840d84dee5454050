import path from 'node:path'
import { OperatorError } from '#server/database/operator-error.ts'
import { BEFORE_UPDATE, backupName, prepareBackupFolder, removeOldBackups } from './backup-folder.ts'
import { openLongSession } from './long-session.ts'
import { openArchive } from './read-archive.ts'
import { type Shop, takeBackup } from './take-backup.ts'

/** The way back from this update, and from the one before it. */
const KEPT = 2

interface Options {
  /** Where it is put. */
  dir: string
  /** Whether people's data are worth more than an update: without a backup there is none then. */
  isRequired: boolean
  now: Date
  say: (line: string) => void
}

/**
 * Takes a backup of a database that is about to be brought up to date, as the older program left it, which can restore
 * it; keeps the newest one of each of the last two versions. A shop without accounts has nothing to save. Where it is
 * required and can't be taken, refuses to go on (OperatorError); elsewhere says so.
 */
export async function backUpBeforeUpdate(shop: Shop, { dir, isRequired, now, say }: Options): Promise<void> {
  if (!(await hasAccounts(shop.databaseUrl))) return
  const file = path.join(dir, backupName(now, BEFORE_UPDATE))
  try {
    say(`The database is about to be updated. A backup is taken first: ${file}`)
    await prepareBackupFolder(dir, BEFORE_UPDATE)
    await takeBackup(shop, file, { now })
    // An update that fails halfway, and is tried again and again, must not push out the backup from before it.
    await removeOldBackups(dir, KEPT, now, { kind: BEFORE_UPDATE, stateOf: migrationsIn })
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

/** The migrations in a backup, which tell versions apart; of an unreadable file its own name. */
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
