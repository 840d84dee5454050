import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { findNewest } from './backup/find-newest.ts'
import { openLongSession } from './backup/long-session.ts'
import { nameDatabase } from './backup/name-database.ts'
import type { Config } from './config.ts'
import { clusterMajor, describeDataFolder } from './database/embedded/data-folder.ts'
import { OperatorError } from './database/operator-error.ts'
import type { Db } from './database/schema.ts'
import { readShopMark, writeShopMark } from './database/marks/shop-mark.ts'
import { readLastSettings } from './last-start.ts'
import { existingShopId, shopSecrets } from './secrets/shop-secrets.ts'

type Place = Pick<Config, 'mode' | 'database' | 'dataDir'>

/**
 * Refuses, before anything is opened, a start that would begin an empty shop: without the database's address
 * (OperatorError); and a live one, unless `isNew`, in a data folder that is missing or empty since its last start, or
 * where backups say that there is a shop to take back.
 */
export async function refuseForgotten(place: Place & Pick<Config, 'backups'>, isNew: boolean): Promise<void> {
  const { mode, database, dataDir } = place
  const hasCluster = (await clusterMajor(describeDataFolder(dataDir))) !== null
  if (mode === 'live' && !isNew && !hasCluster && (await existingShopId(dataDir)) === null) await refuseBeginning(place)
  if (database.kind === 'server' || hasCluster) return
  const url = (await readLastSettings(dataDir))?.DATABASE_URL
  if (!url) return
  throw new OperatorError(
    `The shop of ${dataDir} is in ${nameDatabase({ kind: 'server', url }, dataDir)}, and DATABASE_URL isn't set: an empty one would be made beside it. Set it as before; for another shop choose another DATA_DIR.`,
  )
}

/** Refuses to begin a shop where one was, or where there are backups of one (OperatorError). */
async function refuseBeginning({ database, dataDir, backups }: Place & Pick<Config, 'backups'>): Promise<void> {
  const dirs = [...(backups ? [backups.dir] : []), path.join(dataDir, 'backups')]
  const newest = await findNewest(dirs, new Date())
  const time = newest && `${newest.at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`
  const before = await readMarkBeside(dataDir)
  if (before)
    throw new OperatorError(
      `The data of a shop were in ${dataDir}, and nothing is there now; it was with ${before.database}. Is a disk not mounted? Mount it; or take the shop back from a backup by npm run restore -- ${newest ? `${newest.file} (the newest, of ${time})` : 'FILE'}. For another shop choose another DATA_DIR, or say npm start -- --new.`,
    )
  if (!newest || !(await isUnused(database))) return
  throw new OperatorError(
    `There is no shop in ${dataDir} yet, and there are backups of one (${newest.count}); the newest, of ${time}, is ${newest.file}. To take that shop back: npm run restore -- ${newest.file}. To begin a new one: npm start -- --new.`,
  )
}

/** Whether no shop ever opened this database; false where it can't be reached, which its opening explains. */
async function isUnused(database: Config['database']): Promise<boolean> {
  if (database.kind === 'embedded') return true
  const session = await openLongSession(database.url, 'dogear').catch(() => null)
  if (!session) return false
  try {
    const { rows } = await session.query<{ table: string | null }>(`SELECT to_regclass('schema_migrations') AS table`)
    return rows[0]?.table === null
  } finally {
    await session.end()
  }
}

/** Refuses an empty database for an existing shop: its address is mistyped or missing, or a move was interrupted. */
export async function refuseEmpty({ mode, database, dataDir }: Place): Promise<void> {
  const saved = await readLastSettings(dataDir)
  const url = database.kind === 'server' ? (database.pooler ?? database.url) : undefined
  const isForgotten = !url && saved?.DATABASE_URL
  if (!isForgotten && (mode !== 'live' || saved?.DOGEAR_MODE !== 'live' || saved.DATABASE_URL === url)) return
  const before = nameDatabase(
    saved?.DATABASE_URL ? { kind: 'server', url: saved.DATABASE_URL } : { kind: 'embedded' },
    dataDir,
  )
  throw new OperatorError(
    `The shop of ${dataDir} is in ${before}, and ${nameDatabase(database, dataDir)} is empty. Set DATABASE_URL as before, or move the shop there by npm run move; for another shop choose another DATA_DIR.`,
  )
}

/**
 * Refuses a live shop's database whose keys aren't in the data folder, unless `isNew` (OperatorError): with new keys
 * everybody would be signed out, and what is sealed by the old ones lost.
 */
export async function refuseOtherKeys(db: Db, { mode, database, dataDir }: Place, isNew: boolean): Promise<void> {
  const mark = mode === 'live' && !isNew ? await readShopMark(db) : null
  if (!mark || mark.shopId === (await existingShopId(dataDir))) return
  throw new OperatorError(
    `${capitalized(nameDatabase(database, dataDir))} is of the shop whose data folder was ${mark.folder} on ${mark.machine}, and ${dataDir} doesn't have its keys. Set DATA_DIR to that folder, copy its keys/ here, or put both in place from a backup. Only if they are lost: npm start -- --new makes new ones. Everybody then signs in again, and bank details, second steps and unsent emails are lost.`,
  )
}

/** Notes, at a live start, whose the database and the data folder are. */
export async function markAsOurs(db: Db, { mode, database, dataDir }: Place): Promise<void> {
  if (mode !== 'live') return
  const { shopId } = await shopSecrets(dataDir)
  await writeShopMark(db, { shopId, folder: dataDir, machine: hostname() })
  const text = `${JSON.stringify({ shopId, database: nameDatabase(database, dataDir) })}\n`
  // Helps where it can be written: a service may own its data folder alone.
  await writeFile(markBeside(dataDir), text, { mode: 0o600 }).catch(() => {})
}

/** Lies beside the data folder, which may be a disk that isn't mounted one day. */
const markBeside = (dataDir: string) => path.join(path.dirname(dataDir), `.${path.basename(dataDir)}.dogear.json`)

const besideForm = z.object({ shopId: z.string(), database: z.string() })

async function readMarkBeside(dataDir: string) {
  try {
    return besideForm.parse(JSON.parse(await readFile(markBeside(dataDir), 'utf8')))
  } catch {
    return null
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
