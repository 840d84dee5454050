import { access, chmod, chown, constants, mkdir, readFile, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/files/make-folder.ts'
import { OperatorError } from '../operator-error.ts'
import { findClosedFolder, findUnprivilegedUser, type UnprivilegedUser } from './unprivileged-user.ts'

/** Paths of the embedded database below a data folder. Only the user it runs as may look inside. */
export interface DataFolder {
  dataDir: string
  /** Folder of everything embedded. */
  home: string
  /** PostgreSQL's own data directory. */
  cluster: string
  /** Password of the superuser; only the supervisor reads it. */
  passwordFile: string
  /** Password of the shop's role. */
  shopPasswordFile: string
  logFile: string
}

export const describeDataFolder = (dataDir: string): DataFolder => {
  const home = path.join(dataDir, 'postgres')
  return {
    dataDir,
    home,
    cluster: path.join(home, 'cluster'),
    passwordFile: path.join(home, 'password'),
    shopPasswordFile: path.join(home, 'shop-password'),
    logFile: path.join(home, 'postgres.log'),
  }
}

/**
 * Chooses the data folder. As root, PostgreSQL drops to an unprivileged user who must reach it: where the default
 * folder is closed to that user, data goes to /var/lib/dogear, and `log` says so; a configured folder is refused
 * instead (OperatorError).
 */
export async function chooseDataDir(configured: string, log: (line: string) => void): Promise<string> {
  const user = await findUnprivilegedUser(describeDataFolder(configured).home)
  const closed = user && (await findClosedFolder(await nearestFolder(configured), user))
  if (!closed) return configured
  if (configured !== path.resolve('data'))
    throw new OperatorError(
      `PostgreSQL runs as the user ${user.name}, who can't get to ${configured} because ${closed} is closed; open it with chmod o+x, or choose another DATA_DIR.`,
    )
  log(`${closed} is closed to the user ${user.name}, whom PostgreSQL runs as: the data is kept in ${SYSTEM_FOLDER}.`)
  return SYSTEM_FOLDER
}

/** Refuses a folder that this user may neither write nor make (OperatorError). Changes nothing. */
export async function requireRights(dataDir: string): Promise<void> {
  const nearest = await nearestFolder(dataDir)
  const wanted =
    nearest === dataDir ? constants.R_OK | constants.W_OK | constants.X_OK : constants.W_OK | constants.X_OK
  await access(nearest, wanted).catch((error: unknown) => {
    throw explainFolderError(describeDataFolder(dataDir), error)
  })
}

/** Makes the folder if need be; checks that it can be written and the disk has room. */
export async function prepareDataFolder(folder: DataFolder, user: UnprivilegedUser | null): Promise<void> {
  const made = await makeFolder(folder.dataDir)
  // mkdir's mode is cut by the umask, and the unprivileged user has to pass.
  if (made && user) await chmod(folder.dataDir, 0o755)
  await mkdir(folder.home, { recursive: true })
  // An existing folder may be open to others.
  await chmod(folder.home, 0o700)
  if (user) await chown(folder.home, user.uid, user.gid)
  await access(folder.home, constants.R_OK | constants.W_OK | constants.X_OK)

  const { bavail, bsize } = await statfs(folder.home)
  const needed = (await clusterMajor(folder)) === null ? 200 : 30
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  if (free < needed)
    throw new OperatorError(
      `The disk of ${folder.dataDir} has ${free} MB left, and the database needs ${needed} MB to start; make room, or set DATA_DIR to another disk.`,
    )
}

/** Major version of the PostgreSQL that made the data; null without data. */
export async function clusterMajor(folder: DataFolder): Promise<number | null> {
  const text = await readFile(path.join(folder.cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : Number.parseInt(text, 10)
}

/** Turns the system's errors about a folder into an OperatorError; returns other errors unchanged. */
export function explainFolderError(folder: DataFolder, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const words = code === undefined ? undefined : folderErrors[code]
  return words ? new OperatorError(`The data folder ${folder.dataDir} ${words}`, { cause: error }) : error
}

const folderErrors: Record<string, string> = {
  EACCES: "can't be written by this user; give it to this user, or set DATA_DIR to another folder.",
  EPERM: "can't be written by this user; give it to this user, or set DATA_DIR to another folder.",
  EROFS: "lies on a disk that can't be written; set DATA_DIR to another folder.",
  ENOTDIR: 'is below something that is not a folder; set DATA_DIR to another one.',
  EEXIST: 'is not a folder; set DATA_DIR to another one.',
  ENOENT: "can't be made; set DATA_DIR to another one.",
  ENOSPC: 'lies on a disk that is full; make room, or set DATA_DIR to another disk.',
  EDQUOT: 'lies on a disk where this user may keep no more; make room, or set DATA_DIR to another disk.',
}

const SYSTEM_FOLDER = '/var/lib/dogear'

async function nearestFolder(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => null)
  return there ? folder : nearestFolder(path.dirname(folder))
}
