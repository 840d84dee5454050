import { countOf } from '#contract/wording.ts'
import { nameDatabase } from '#server/backup/name-database.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { makeIdentityTables, withPlace } from '#tools/with-place.ts'
import { withCopy } from './with-copy.ts'

/** Restores a backup into an empty data folder and an empty database. */
export async function restoreAll(file: string): Promise<void> {
  await withPlace('Restoring', async ({ config, progress, signal }) => {
    const { database, dataDir } = config
    console.error(
      `Restoring ${file} into ${nameDatabase(database, dataDir)}; pictures, keys and pages into ${dataDir}.`,
    )
    const restored = await withCopy(config, file, (backup) =>
      restoreBackup(backup, config, {
        makeIdentityTables,
        say: (line) => console.error(line),
        progress: (done, total) => progress.update(done, total),
        signal,
      }),
    )
    progress.stop()
    if (!restored) return console.log(`The restore that was cut off is complete now. npm start opens the shop.`)
    const { opening, end } = restored
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `The shop of ${opening.madeAt} is back: ${countOf(rows, 'row')}, ${countOf(end.pictures, 'picture')}. npm start opens it.`,
    )
    if (opening.isWithoutKeys)
      console.log(
        `This backup was downloaded, and has no keys: before the start copy the shop's folder keys/ into ${dataDir}, from its former place or a backup that was taken on the server. Without them everybody signs in again, and bank details, second steps and unsent emails are lost.`,
      )
    for (const [host, there] of Object.entries(end.outside))
      console.log(`${countOf(there, 'picture')} not in this backup but at ${host}: shown where the settings name it.`)
  })
}
