import { chmod, mkdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { hasBinaries } from '#server/database/embedded/binaries.ts'
import { endLeftover } from '#server/database/embedded/end-leftover.ts'
import { useEmbeddedDatabase } from '#server/database/embedded/start-embedded.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { quote } from '../tables.ts'
import type { Shop } from '../take-backup.ts'

const PROGRAM = 'a trial restore'
const MB = 2 ** 20
const LEAST_MEMORY = 300 * MB
/** Room for the rows, their indexes and the log of their loading. */
const ROOM_BY_SIZE = 2.5
const LEAST_ROOM = 400 * MB

/** Why a trial can't be made here; says nothing of the backup. */
export class NoScratchError extends OperatorError {}

/** An empty database that nothing but a trial uses. */
interface Scratch {
  url: string
  /** In words. */
  where: string
  /** Removes it with all connections; may be called twice. */
  remove(): Promise<void>
}

/**
 * Makes a scratch database: on the shop's server, where its role may create databases, as on one of an operator's own;
 * else an embedded PostgreSQL of its own below the data folder. First removes what a killed trial left. `session` is on the
 * shop's database and has the lock of trials. Throws NoScratchError where room, memory or rights are missing.
 */
export async function openScratch(session: Client, shop: Shop): Promise<Scratch> {
  const { rows } = await session.query<{ may: boolean }>(
    'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user',
  )
  if (rows[0]?.may) return onServer(session, shop.databaseUrl)
  if (hasBinaries()) return inFolder(session, shop.dataDir)
  throw new NoScratchError(
    'This program comes without a PostgreSQL of its own, and its role may not create a scratch database on the server: give it the right (ALTER ROLE … CREATEDB), or install the archive with PostgreSQL.',
  )
}

async function inFolder(session: Client, dataDir: string): Promise<Scratch> {
  await removeScratch(dataDir)
  await requireRoom(session, dataDir)
  const dir = scratchFolder(dataDir)
  await mkdir(dir)
  // PostgreSQL may run as another user, who has to pass; mkdir's mode is cut by the umask.
  await chmod(dir, 0o755)
  const removeFolder = () => rm(dir, { recursive: true, force: true })
  try {
    const { url, stop } = await useEmbeddedDatabase({ dataDir: dir, program: PROGRAM, durable: false })
    return { url, where: 'a PostgreSQL of its own', remove: () => stop().then(removeFolder) }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** Ends and removes what a killed trial left in a data folder. Refuses while another one is under way (OperatorError). */
export async function removeScratch(dataDir: string): Promise<void> {
  const dir = scratchFolder(dataDir)
  await endLeftover(dir, PROGRAM)
  await rm(dir, { recursive: true, force: true })
}

const scratchFolder = (dataDir: string) => path.join(dataDir, '.trial')

async function requireRoom(session: Client, dataDir: string): Promise<void> {
  const { rows } = await session.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
  const needed = Number(rows[0]!.bytes) * ROOM_BY_SIZE + LEAST_ROOM
  const { bavail, bsize } = await statfs(dataDir)
  const inMb = (bytes: number) => new Intl.NumberFormat('en').format(Math.round(bytes / MB))
  if (bavail * bsize < needed)
    throw new NoScratchError(
      `The disk of ${dataDir} has ${inMb(bavail * bsize)} MB left, and a trial may take ${inMb(needed)} MB for its time: make room.`,
    )
  const memory = process.availableMemory()
  if (memory < LEAST_MEMORY)
    throw new NoScratchError(
      `${inMb(memory)} MB of memory are free, and a trial takes up to ${inMb(LEAST_MEMORY)} MB: it would press the shop.`,
    )
}

async function onServer(session: Client, databaseUrl: string): Promise<Scratch> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT 'dogear_trial_' || oid AS name FROM pg_database WHERE datname = current_database()`,
  )
  const name = rows[0]!.name
  const remove = async () => void (await session.query(`DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`))
  await remove()
  await session.query(`CREATE DATABASE ${quote(name)} TEMPLATE template0`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return { url: url.href, where: `the scratch database ${name} on the shop’s server`, remove }
}
