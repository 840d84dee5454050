import { nameDatabase } from '#server/backup/name-database.ts'
import { readConfig, type Config } from '#server/config.ts'
import { readSettings } from '#server/config/settings.ts'
import { chooseDataDir, clusterMajor, describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { loadSettings, type LoadedSettings } from '#server/load-settings.ts'

interface Search {
  /** For tools that check that themselves, or make a shop. */
  mayBeNew?: boolean
  /** Names of settings that are left out. */
  without?: (name: string) => boolean
}

/**
 * Finds the settings of a tool's shop: this shell's, those of the last start in its data folder, and those of its files.
 * Refuses (OperatorError) a folder without a shop that wasn't named: its database would be another than the one meant.
 */
export async function findSettings(
  say: (line: string) => void,
  { mayBeNew = false, without }: Search = {},
): Promise<LoadedSettings & { dataDir: string }> {
  const loaded = await loadSettings({ asTool: true, ...(without && { without }) })
  const dataDir = await chooseDataDir(loaded.configuredDir, say)
  const isThere = loaded.hasStarted || loaded.isNamed || mayBeNew
  if (!isThere && (await clusterMajor(describeDataFolder(dataDir))) === null)
    throw new OperatorError(await noShop(dataDir, readSettings(loaded.values).values.PORT))
  return { ...loaded, dataDir }
}

/** Finds the configuration of a tool's shop; else as `findSettings`. */
export async function findShop(say: (line: string) => void, search: Search = {}): Promise<Config> {
  const { dataDir, ...loaded } = await findSettings(say, search)
  return { ...readConfig(loaded.values, loaded), dataDir }
}

/** Describes the shop to the tool's user. */
export const nameShop = ({ publicUrl, dataDir, database }: Config): string =>
  `the shop at ${publicUrl}, with ${nameDatabase(database, dataDir)}`

async function noShop(dataDir: string, port: number): Promise<string> {
  const address = `http://localhost:${port}`
  const answers = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  const other = answers ? ` The one that is open at ${address} keeps its data elsewhere.` : ''
  return `There is no shop in ${dataDir} yet.${other} Set DATA_DIR to the data folder of your shop, or start a new one once with npm start.`
}
