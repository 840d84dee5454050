import path from 'node:path'
import { backUpBeforeUpdate } from './backup/back-up-before-update.ts'
import { refuseUnfinished } from './backup/staging.ts'
import type { Config } from './config.ts'
import { connect, type Connection } from './database/connect.ts'
import { startEmbeddedDatabase, useEmbeddedDatabase } from './database/embedded/start-embedded.ts'
import { makeJobTables } from './database/make-job-tables.ts'
import { requireEngine, requireSameDatabase } from './database/reaching/require-engine.ts'
import { migrate } from './database/migrate.ts'
import { noteVersion } from './database/marks/program-versions.ts'
import { readMigrations } from './database/read-migrations.ts'
import { requireOwnSessions } from './database/require-own-sessions.ts'
import { traceStatement } from './tracing/spans.ts'
import { refuseDuringUpdate } from './proving/begin-proof.ts'
import { VERSION } from './config/version.ts'

/** The ways to a database. */
interface Reached {
  /** Its own address, for all that needs a session. */
  url: string
  /** Address of the transaction pooler before it. */
  pooler?: string | undefined
  /** Addresses of its replicas. */
  replicas?: readonly string[] | undefined
}

/** A connection to the shop's migrated database. `close` also stops the embedded server, if it is ours. */
export type ShopDatabase = Connection & Pick<Reached, 'url' | 'pooler'>

type Place = Pick<Config, 'database' | 'dataDir'> &
  Partial<Pick<Config, 'connections' | 'tracing' | 'mode' | 'backups' | 'backupBeforeUpdate'>>

interface Visitor {
  as: 'shop' | 'tool'
  program: string
  say: (line: string) => void
  /** Called for an empty database where a shop is expected. */
  refuseEmpty?: () => Promise<void>
  /** Called before the database of a shop is updated. */
  onUpdate?: () => void
}

/**
 * Opens the configured database server, without migrating. The shop itself owns the embedded one (`as: 'shop'`); a tool
 * uses that of the running shop, or starts it meanwhile.
 */
export async function openDatabaseServer(
  { database, dataDir }: Place,
  { as, program, say }: Visitor,
): Promise<Reached & { stop(): Promise<void> }> {
  await refuseUnfinished(dataDir)
  if (database.kind === 'server') return { ...database, stop: async () => {} }
  return (as === 'shop' ? startEmbeddedDatabase : useEmbeddedDatabase)({ dataDir, program, log: say })
}

/** Opens and migrates the configured database; `openDatabaseServer` explains its owner. */
export async function openDatabase(config: Place, visitor: Visitor): Promise<ShopDatabase> {
  if (visitor.as === 'tool') await refuseDuringUpdate(config.dataDir)
  const server = await openDatabaseServer(config, visitor)
  const { url, pooler, replicas } = server
  const connection = connect(url, {
    pooler,
    replicas,
    ...(config.connections && { max: config.connections.shop }),
    ...(config.tracing && { onStatement: traceStatement }),
  })
  const close = async () => {
    await connection.close()
    await server.stop()
  }
  try {
    connection.catalogue.expectMigrations(await bringUpToDate(server, config, visitor))
    return { ...connection, url, pooler, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Migrates, and notes the version, on separate connections, because an index on a large shop exceeds the usual timeouts.
 * Returns the names of the program's migrations.
 */
async function bringUpToDate(
  { url, pooler }: Reached,
  place: Place,
  { as, say, refuseEmpty, onUpdate }: Visitor,
): Promise<string[]> {
  const before = async (isEmpty: boolean) => {
    if (isEmpty) return refuseEmpty?.()
    onUpdate?.()
    return backUp(url, place, say)
  }
  const { pool, close } = connect(url, { max: 2, answerTimeout: null })
  try {
    await requireOwnSessions(pool, pooler === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
    if (as === 'shop') await requireEngine(pool)
    if (pooler !== undefined) await requireSameDatabase(pool, pooler)
    const applied = await migrate(pool, undefined, before)
    for (const name of applied) say(`Database: ${name}`)
    await noteVersion(pool, VERSION, applied)
    // Create the job tables, which orders need from the start.
    await makeJobTables(pool)
    return (await readMigrations()).map(({ name }) => name)
  } finally {
    await close()
  }
}

/** Takes a backup into the folder of scheduled ones, or else beside its source. */
async function backUp(
  url: string,
  { dataDir, mode, backups, backupBeforeUpdate = true }: Place,
  say: (line: string) => void,
): Promise<void> {
  if (!backupBeforeUpdate) return
  const dir = backups?.dir ?? path.join(dataDir, 'backups')
  const options = { dir, isRequired: mode === 'live', now: new Date(), say }
  await backUpBeforeUpdate({ databaseUrl: url, dataDir }, options)
}
