import path from 'node:path'
import { nameDatabase } from '#server/backup/name-database.ts'
import { readConfig, type Config } from '#server/config.ts'
import { readSettings } from '#server/config/settings.ts'
import { readLastSettings } from '#server/last-start.ts'
import { chooseDataDir, clusterMajor, describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { OperatorError } from '#server/database/operator-error.ts'

/**
 * Finds the configuration of a tool's shop: the last start's settings in its data folder, overridden by this shell's.
 * Refuses (OperatorError) a folder without a shop that wasn't named: its database would be another than the one meant.
 * `mayBeNew` is for tools that check that themselves, or make a shop.
 */
export async function findShop(
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
  { mayBeNew = false }: { mayBeNew?: boolean } = {},
): Promise<Config> {
  const isNamed = Boolean(env.DATA_DIR?.trim() || env.DATABASE_URL?.trim())
  // Errors of all settings are reported together, below.
  const { DATA_DIR, PORT: port } = readSettings(env).values
  const dataDir = await chooseDataDir(path.resolve(DATA_DIR), say)
  const remembered = await readLastSettings(dataDir)
  if (!remembered && !isNamed && !mayBeNew && (await clusterMajor(describeDataFolder(dataDir))) === null)
    throw new OperatorError(await noShop(dataDir, port))
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  return { ...readConfig({ ...remembered, ...given }), dataDir }
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
