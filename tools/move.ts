// npm run move -- --to postgres://… or --to embedded: moves the shop's database into another, empty one. --back-to
// returns the shop to the database that it was moved away from.
import { parseArgs } from 'node:util'
import { makeIdentityTables, withPlace, type Place } from './with-place.ts'
import type { Config } from '#server/config.ts'
import { at, type Origin } from '#server/config/gather-settings.ts'
import { moveDatabase } from '#server/backup/move-database.ts'
import { nameDatabase } from '#server/backup/name-database.ts'
import { databaseUrl } from '#server/config/database-url.ts'
import { refuseNoShop } from '#server/backup/no-shop.ts'
import { takeShopBack } from '#server/backup/take-shop-back.ts'
import { saveDatabase } from '#server/last-start.ts'
import { readCall, UsageError } from './read-call.ts'

const USAGE =
  'Say where to: npm run move -- --to postgres://user:password@host:5432/name, or npm run move -- --to embedded. Of a shop that was moved, --back-to in place of --to makes the database it left the shop’s again.'

type Database = Config['database']

/** Reads a value of DATABASE_URL, which it will become. */
function readAddress(place: string): Database {
  const { error, data } = databaseUrl.safeParse(place)
  if (error) throw new UsageError(`The address ${error.issues.map(({ message }) => message).join('; ')}.`)
  return { kind: 'server', url: data }
}

function readTarget(): { to: Database; isBack: boolean } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, 'back-to': { type: 'string' } } })
    const [[name, place] = ['', ''], ...more] = Object.entries(values)
    const isBack = name === 'back-to'
    if (more.length === 0 && place === 'embedded') return { to: { kind: 'embedded' }, isBack }
    if (more.length === 0 && /^postgres(ql)?:$/.test(new URL(place).protocol)) return { to: readAddress(place), isBack }
  } catch (error) {
    // Otherwise it is neither a known word nor an address.
    if (error instanceof UsageError) throw error
  }
  throw new UsageError(USAGE)
}

const { to, isBack } = await readCall(readTarget)

function howToStart({ kind }: Database, origin: Origin | undefined): string {
  if (at(origin) !== '')
    return kind === 'server'
      ? `Before the next start set DATABASE_URL to that address${at(origin)}.`
      : `Before the next start take DATABASE_URL away${at(origin)}.`
  return kind === 'server'
    ? 'From now on start the shop with DATABASE_URL set to that address.'
    : 'From now on start the shop without DATABASE_URL.'
}

async function goThere({ config: { database: from, dataDir, origins }, progress, signal }: Place): Promise<void> {
  if (from.kind === 'embedded' && to.kind === 'embedded')
    throw new UsageError('The shop is in the embedded database already; set DATABASE_URL to the one it is to leave.')
  await refuseNoShop({ database: from, dataDir })
  console.error(`Moving ${nameDatabase(from, dataDir)} to ${nameDatabase(to, dataDir)}.`)
  const tables = await moveDatabase(
    { dataDir, from, to },
    {
      makeIdentityTables,
      say: (line) => console.error(line),
      follow: (url) => saveDatabase(dataDir, url),
      progress: (done, total) => progress.update(done, total),
      signal,
    },
  )
  progress.stop()
  for (const { name, rows, sha256 } of tables ?? [])
    console.log(`${name.padEnd(36)} ${String(rows).padStart(9)} rows  ${sha256.slice(0, 16)}`)
  console.log(`All of it arrived. ${howToStart(to, origins.get('DATABASE_URL'))}`)
  console.log(
    `What ${nameDatabase(from, dataDir)} holds is left as it was, and marked: no shop and no tool opens it. Remove it once you have seen that all is well.`,
  )
}

async function goBack({ config: { database: from, dataDir, origins } }: Place): Promise<void> {
  await takeShopBack(
    { dataDir, from, to },
    { say: (line) => console.error(line), follow: (url) => saveDatabase(dataDir, url) },
  )
  console.log(
    `The shop is in ${nameDatabase(to, dataDir)} again, as it was when it left; what was done since isn't in it. ${howToStart(to, origins.get('DATABASE_URL'))}`,
  )
}

await withPlace('Moving', isBack ? goBack : goThere)
