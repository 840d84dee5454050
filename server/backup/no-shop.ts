import type { Config } from '#server/config.ts'
import { clusterMajor, describeDataFolder } from '#server/database/embedded/data-folder.ts'
import { OperatorError } from '#server/database/operator-error.ts'

/** Refuses a data folder without an embedded database, where a tool would create one (OperatorError). */
export async function refuseNoShop({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>): Promise<void> {
  if (database.kind === 'server' || (await clusterMajor(describeDataFolder(dataDir))) !== null) return
  throw new OperatorError(
    `There is no shop in ${dataDir}; set DATA_DIR, and DATABASE_URL if it has one, as the shop is started with.`,
  )
}
