import { chown, realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'
import { binariesFor, type Binaries } from './binaries.ts'
import { answers, createCluster, runPostgres, shortenLog, type Setup } from './cluster.ts'
import {
  clusterMajor,
  type DataFolder,
  describeDataFolder,
  explainFolderError,
  prepareDataFolder,
} from './data-folder.ts'
import { endOrphan } from './orphans.ts'
import { type Owner, type Ownership, readOwner, takeOwnership } from './ownership.ts'
import { prepareShopRole, shopUrl } from './shop-role.ts'
import { findUnprivilegedUser, type UnprivilegedUser } from './unprivileged-user.ts'

interface Options {
  /** As chooseDataDir returned it. */
  dataDir: string
  /** Display name of this program, for others that find the folder taken. */
  program: string
  /** Receives whole sentences for the operator. */
  log?: (line: string) => void
  /** False where a power cut may lose data: in tests, and in a scratch database. */
  durable?: boolean
  /** Only for tests, which create databases. */
  mayCreateDatabases?: boolean
}

export interface EmbeddedDatabase {
  /** URL with the password of the shop's role: not for logs. */
  url: string
  /** Ends the database if this program runs it. May be called twice. */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL of a data folder and owns the folder from then on; creates the cluster at the first start, and
 * restarts PostgreSQL on the same address should it end. Waits for a tool that has the folder, such as an import that
 * has outlived a killed shop. Refuses what the operator has to fix (OperatorError): a folder in use, unwritable, full,
 * or of another PostgreSQL.
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const folder = describeDataFolder(options.dataDir)
  let said: number | undefined
  let owner: Owner | null
  do {
    const database = await startIfFree(options, folder, { shared: true })
    if (database) return database
    owner = readOwner(folder.home)
    if (owner?.isTool && owner.pid !== said)
      options.log?.(`${owner.program} (pid ${owner.pid}) is at work in ${folder.dataDir}; waiting for its end.`)
    said = owner?.pid
    await sleep(100)
  } while (owner?.isTool)
  const who = owner ? `${owner.program} (pid ${owner.pid})` : 'another program'
  throw new OperatorError(
    `The data folder ${folder.dataDir} is in use by ${who}; stop that one first, or set DATA_DIR to another folder.`,
  )
}

/**
 * For tools: uses the running shop's database, or runs it until stop(). Another tool waits meanwhile, since it would
 * lose a database that ends with the first tool.
 */
export async function useEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const folder = describeDataFolder(options.dataDir)
  // The owner may be starting, which takes a moment the first time, or ending.
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100)) {
    const own = await startIfFree(options, folder, { shared: false })
    if (own) return own
    const port = readOwner(folder.home)?.port
    if (port === undefined) continue
    const url = await shopUrl(folder, port)
    if ((await answers(url)) === true) return { url, stop: async () => {} }
  }
  const owner = readOwner(folder.home)
  throw new OperatorError(
    `The data folder ${folder.dataDir} is in use by ${owner?.program ?? 'another program'}${owner ? ` (pid ${owner.pid})` : ''}, whose database doesn't answer.`,
  )
}

async function startIfFree(
  options: Options,
  folder: DataFolder,
  use: { shared: boolean },
): Promise<EmbeddedDatabase | null> {
  try {
    const user = await findUnprivilegedUser(folder.home)
    await prepareDataFolder(folder, user)
    // PostgreSQL compares real paths, and so do we.
    const real = describeDataFolder(await realpath(folder.dataDir))
    const ownership = takeOwnership(real.home, options.program, { isTool: !use.shared })
    if (!ownership) return null
    try {
      return await startOwned(options, real, user, ownership, use)
    } catch (error) {
      ownership.release()
      throw error
    }
  } catch (error) {
    throw explainFolderError(folder, error)
  }
}

async function startOwned(
  { log = () => {}, durable = true, mayCreateDatabases = false }: Options,
  folder: DataFolder,
  user: UnprivilegedUser | null,
  ownership: Ownership,
  { shared }: { shared: boolean },
): Promise<EmbeddedDatabase> {
  const binaries = await binariesFor(user, folder.home)
  const setup: Setup = { folder, binaries, user, durable }
  const major = await clusterMajor(folder)
  if (major !== null) refuseOtherMajor(folder, major, binaries)
  await shortenLog(folder)
  if (user)
    await Promise.all(
      ['lock', path.basename(folder.logFile)].map((name) => chown(path.join(folder.home, name), user.uid, user.gid)),
    )
  if (major === null) {
    log(`Making a new database in ${folder.home}.`)
    await createCluster(setup)
  } else await endOrphan(setup)

  const supervised = await supervise(setup, log)
  try {
    await prepareShopRole({ folder, user, port: supervised.port, mayCreateDatabases })
    const url = await shopUrl(folder, supervised.port)
    if (shared) ownership.announce(supervised.port)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      ownership.announce(undefined)
      await supervised.stop()
      ownership.release()
    }
    return { url, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await supervised.stop()
    throw error
  }
}

/** Runs PostgreSQL until stop() and restarts it when it ends otherwise: a killed database must not end the shop. */
async function supervise(setup: Setup, log: (line: string) => void): Promise<{ port: number; stop(): Promise<void> }> {
  let current = await runPostgres(setup)
  const { port } = current
  const wish = { stop: false }
  const watch = async () => {
    while (!wish.stop) {
      await current.exited
      if (wish.stop) return
      log('The database ended by itself; starting it again.')
      await sleep(500)
      current = await endOrphan(setup)
        .then(() => runPostgres(setup, port))
        .catch((error: Error) => {
          log(error.message)
          return current
        })
    }
    await current.stop()
  }
  const watched = watch()
  return {
    port,
    async stop() {
      wish.stop = true
      await current.stop()
      await watched
    },
  }
}

function refuseOtherMajor(folder: DataFolder, major: number, binaries: Binaries): void {
  if (major === binaries.major) return
  const cure =
    major > binaries.major
      ? 'update Dogear'
      : 'take a backup with the Dogear that made it (npm run backup), and restore that into an empty folder with this one (npm run restore)'
  throw new OperatorError(
    `The data folder ${folder.dataDir} was made by PostgreSQL ${major} and this Dogear brings PostgreSQL ${binaries.major}; ${cure}, or set DATA_DIR to another folder. Nothing was changed.`,
  )
}
