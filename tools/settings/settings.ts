// npm run settings: prints the settings in force, where each comes from, and what is wrong with them, while the shop
// runs or not; -- --changed leaves out what has its default. Exit code 1: there is a mistake.
// First import: it decides which build of the others is loaded.
import '#server/given-environment.ts'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { rawSecrets } from '#server/config/secret-values.ts'
import { describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { readOwner } from '#server/database/embedded/ownership.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { secretGuard } from '#server/secrets/secret-guard.ts'
import { VERSION } from '#server/config/version.ts'
import { findSettings } from '#tools/find-shop.ts'
import { readCall, UsageError } from '#tools/read-call.ts'
import { settingsTable } from './settings-table.ts'

const PROGRAM = 'npm run settings'

const onlyChanged = await readCall(() => {
  try {
    return parseArgs({ options: { changed: { type: 'boolean' } } }).values.changed ?? false
  } catch {
    throw new UsageError(`${PROGRAM} prints all settings; ${PROGRAM} -- --changed those that have no default value.`)
  }
})

type Stored = { values: Record<string, unknown> } | { why: string }

/** Reads what admins have set on the screen. Starts no database, and changes none. */
async function readStored({ database, dataDir }: Config): Promise<Stored> {
  if (database.kind === 'embedded' && !isRunIn(dataDir)) return { why: 'the shop is closed, and its database with it' }
  try {
    const [{ openDatabaseServer }, { connect }, { readStoredSettings }] = await Promise.all([
      import('#server/open-database.ts'),
      import('#server/database/connect.ts'),
      import('#server/settings/settings.public.ts'),
    ])
    const server = await openDatabaseServer({ database, dataDir }, { as: 'tool', program: PROGRAM, say: console.error })
    const { db, close } = connect(server.url, { max: 2 })
    try {
      const { byName } = await readStoredSettings(db)
      return { values: { ...(byName.get('shop')?.value as object | undefined) } }
    } finally {
      await close()
      await server.stop()
    }
  } catch (error) {
    return { why: explainFailure(error).split('\n')[0] ?? '' }
  }
}

/** Whether a shop or a tool runs the embedded database. */
function isRunIn(dataDir: string): boolean {
  const owner = readOwner(describeDataFolder(dataDir).home)
  try {
    return owner !== null && process.kill(owner.pid, 0)
  } catch (error) {
    // Another user's process is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const OF_LAST_START = 'The environment of the last start is what the shop was started with; the next start has its own.'

async function printSettings(): Promise<number> {
  const { dataDir, ...loaded } = await findSettings(console.error, { mayBeNew: true })
  const { hide } = secretGuard(rawSecrets(loaded.values))
  const print = (text: string) => console.log(hide(text))
  const read = tryToRead(loaded, dataDir)
  const complaints = 'message' in read ? read.message.split('\n') : read.warnings
  const stored: Stored = 'message' in read ? { why: 'there is a mistake in the settings' } : await readStored(read)
  const faulty = 'message' in read ? read.names : []
  print(`Dogear ${VERSION}. Settings are read from ${loaded.readFrom}.`)
  print(settingsTable({ ...loaded, stored: 'values' in stored ? stored.values : {}, faulty, onlyChanged }))
  if ('why' in stored) print(`\nWhat admins have set on the settings screen isn’t shown: ${stored.why}.`)
  if ([...loaded.origins.values()].some(({ place }) => place.endsWith('last start'))) print(`\n${OF_LAST_START}`)
  const heading = 'message' in read ? 'To correct' : 'To look at'
  if (complaints.length > 0) print(`\n${heading}:\n${complaints.map((line) => `  ${line}`).join('\n')}`)
  return 'message' in read ? 1 : 0
}

function tryToRead(
  loaded: Parameters<typeof readConfig>[1] & { values: object },
  dataDir: string,
): Config | ConfigError {
  try {
    return { ...readConfig({ ...loaded.values }, loaded), dataDir }
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

try {
  process.exitCode = await printSettings()
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
