import { randomUUID } from 'node:crypto'
import { access, chmod, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { endLeftover } from '#server/database/embedded/end-leftover.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { makeFolder } from '#server/files/make-folder.ts'
import { syncFolder } from '#server/files/sync-folder.ts'

/** Staging folder of a restore, below the data folder. A shop refuses to start beside it. */
const STAGING = '.restoring'
/** Marker inside: only the final renames are left. */
const COMPLETE = 'complete'
/** File inside, from the beginning: name of the load in a database elsewhere. */
const NAME = 'name'
/** Contents of a shop's data folder. Other files are left alone. */
const OURS = ['postgres', 'images', 'keys', 'pages', 'outbox', 'demo-people.json']

/** Folder in which a data folder is assembled. */
export interface Staging {
  dir: string
  /** Unique name of the restore. */
  name: string
  /** Writes a file, durably. */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Marks it as complete but for the final renames by `placeStaged`. */
  complete(): Promise<void>
  /** Deletes the staging folder. */
  discard(): Promise<void>
}

/** Refuses a data folder with an unfinished restore (OperatorError): it isn't a whole shop. */
export async function refuseUnfinished(dataDir: string): Promise<void> {
  if (!(await isThere(path.join(dataDir, STAGING)))) return
  throw new OperatorError(
    `A restore into ${dataDir} was cut off; run npm run restore -- FILE once more, or empty the folder.`,
  )
}

/** Refuses a data folder that contains part of a shop (OperatorError). */
export async function refuseTaken(dataDir: string): Promise<void> {
  for (const name of OURS) {
    const place = path.join(dataDir, name)
    const inside = await readdir(place).catch(() => null)
    if (inside ? inside.length > 0 : await isThere(place))
      throw new OperatorError(
        `The data folder ${dataDir} is not empty: it has ${name}${inside ? '/' : ''}. Name an empty one by DATA_DIR, or move that away. Nothing was changed.`,
      )
  }
}

/**
 * Refuses root in the data folder of another user (OperatorError), who couldn't open a shop of root's files. A missing
 * folder is accepted.
 */
export async function refuseForeignFolder(dataDir: string): Promise<void> {
  const owner = await stat(dataDir).catch(() => null)
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  throw new OperatorError(
    `The data folder ${dataDir} belongs to the user no. ${owner.uid}, who couldn't open a shop that root restores. Run this as that user: setpriv --reuid ${owner.uid} --regid ${owner.gid} --clear-groups, and then the command. Nothing was changed.`,
  )
}

/**
 * Finishes a restore that only lacks its last step; returns whether there was one. `areRowsThere` checks by the
 * restore's name whether its database elsewhere is loaded: then all files are there, too.
 */
export async function finishRestore(
  dataDir: string,
  areRowsThere: (name: string) => Promise<boolean>,
): Promise<boolean> {
  const dir = path.join(dataDir, STAGING)
  const name = await readFile(path.join(dir, NAME), 'utf8').catch(() => '')
  if (!(await isThere(path.join(dir, COMPLETE))) && !(name && (await areRowsThere(name)))) return false
  await placeStaged(dataDir)
  return true
}

/**
 * Begins a staging folder; deletes what an interrupted restore left of one. Refuses while another restore is using it
 * (OperatorError).
 */
export async function openStaging(dataDir: string): Promise<Staging> {
  const dir = path.join(dataDir, STAGING)
  await endLeftover(dir, 'npm run restore')
  await rm(dir, { recursive: true, force: true })
  const made = await makeFolder(dataDir)
  await mkdir(dir)
  // PostgreSQL may run as another user, who has to pass; mkdir's mode is cut by the umask.
  for (const folder of made ? [dataDir, dir] : [dir]) await chmod(folder, 0o755)
  const name = randomUUID()
  await writeFile(path.join(dir, NAME), NAME, [Buffer.from(name)])
  return {
    dir,
    name,
    write: (entry, chunks) => writeFile(path.join(dir, entry), entry, chunks).catch(explainName(entry)),
    complete: async () => {
      await (await open(path.join(dir, COMPLETE), 'wx')).close()
      await syncFolder(dir)
    },
    discard: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Moves everything to its place in the data folder. */
export async function placeStaged(dataDir: string): Promise<void> {
  const dir = path.join(dataDir, STAGING)
  for (const name of await readdir(dir)) {
    if (name === COMPLETE || name === NAME) continue
    const place = path.join(dataDir, name)
    // An empty folder may be there; a full one was refused.
    await rmdir(place).catch(() => {})
    await rename(path.join(dir, name), place)
  }
  await syncFolder(dataDir)
  // Renamed first: a half-removed folder would look like unfinished work.
  const done = `${dir}.done`
  await rm(done, { recursive: true, force: true })
  await rename(dir, done)
  await rm(done, { recursive: true, force: true })
}

async function writeFile(
  file: string,
  name: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const secret = name.startsWith('keys/') || !name.includes('/')
  await mkdir(path.dirname(file), { recursive: true, mode: secret ? 0o700 : 0o755 })
  const handle = await open(file, 'wx', secret ? 0o600 : 0o644)
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** In a valid backup each entry has its own name, and none is a folder of another. */
const explainName = (name: string) => (error: NodeJS.ErrnoException) => {
  if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) throw error
  throw new OperatorError(
    `This is no backup of a Dogear: its entry “${name.slice(0, 80)}” can't be written (${error.code}). Nothing was changed.`,
  )
}

const isThere = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  )
