// npm run backup -- FILE: backs up the whole shop into a file, while it runs or not.
import { withPlace } from './with-place.ts'
import { nameDatabase } from '#server/backup/name-database.ts'
import { takeBackup } from '#server/backup/take-backup.ts'
import { refuseNoShop } from '#server/backup/no-shop.ts'
import { openDatabaseServer } from '#server/open-database.ts'
import { readCall, UsageError } from './read-call.ts'

const file = await readCall(() => {
  const [given, ...more] = process.argv.slice(2)
  if (!given || given.startsWith('-') || more.length > 0)
    throw new UsageError('Say where to: npm run backup -- backups/monday.tar.gz')
  return given
})

await withPlace('Backing up', async ({ config, progress, signal }) => {
  const { database, dataDir } = config
  await refuseNoShop(config)
  console.error(`Backing up ${nameDatabase(database, dataDir)}, and the pictures, keys and pages in ${dataDir}.`)
  const server = await openDatabaseServer(config, { as: 'tool', program: 'npm run backup', say: console.error })
  try {
    const { bytes, rows, pictures, lost, outside } = await takeBackup({ databaseUrl: server.url, dataDir }, file, {
      now: new Date(),
      progress: (done, total) => progress.update(done, total),
      signal,
    })
    progress.stop()
    const count = new Intl.NumberFormat('en')
    console.log(
      `${file}: ${count.format(rows)} rows, ${count.format(pictures)} pictures, ${count.format(bytes)} bytes. It holds the shop's keys and people's data, and only you can read it: keep it like a password.`,
    )
    const elsewhere = Object.entries(outside).map(([host, there]) => `${count.format(there)} at ${host}`)
    if (elsewhere.length > 0) console.log(`Not in it are the pictures that lie elsewhere: ${elsewhere.join(', ')}.`)
    if (lost.length > 0)
      console.error(`These pictures are in the database and no longer on the disk: ${lost.join(', ')}.`)
  } finally {
    await server.stop()
  }
})
