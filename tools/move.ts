// npm run move -- --to postgres://… or --to embedded: the shop's database into another, empty one.
import { parseArgs } from 'node:util'
import { nameDatabase } from './find-shop.ts'
import { withPlace } from './with-place.ts'
import type { Config } from '#server/config.ts'
import { moveDatabase } from '#server/backup/move-database.ts'
import { refuseNoShop } from '#server/backup/no-shop.ts'
import { makeIdentityTables } from './make-identity-tables.ts'
import { readCall, UsageError } from './read-call.ts'

const USAGE =
  'Say where to: npm run move -- --to postgres://user:password@host:5432/name, or npm run move -- --to embedded'

function readTarget(): Config['database'] {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
    if (to === 'embedded') return { kind: 'embedded' }
    if (to && /^postgres(ql)?:$/.test(new URL(to).protocol)) return { kind: 'server', url: to }
  } catch {
    // Neither a word that we know nor an address.
  }
  throw new UsageError(USAGE)
}

const to = await readCall(readTarget)

await withPlace('Moving', async ({ config, progress, signal }) => {
  const { database: from, dataDir } = config
  if (from.kind === 'embedded' && to.kind === 'embedded')
    throw new UsageError('The shop is in the embedded database already; set DATABASE_URL to the one it is to leave.')
  await refuseNoShop(config)
  console.error(`Moving ${nameDatabase(from, dataDir)} to ${nameDatabase(to, dataDir)}.`)
  const tables = await moveDatabase(
    { dataDir, from, to },
    {
      makeIdentityTables,
      say: (line) => console.error(line),
      progress: (done, total) => progress.update(done, total),
      signal,
    },
  )
  progress.stop()
  for (const { name, rows, sha256 } of tables ?? [])
    console.log(`${name.padEnd(36)} ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`)
  console.log(
    to.kind === 'server'
      ? 'All of it arrived. From now on start the shop with DATABASE_URL set to the new address.'
      : 'All of it arrived. From now on start the shop without DATABASE_URL.',
  )
  console.log(`Nothing was changed in ${nameDatabase(from, dataDir)}; remove it once you have seen that all is well.`)
})
