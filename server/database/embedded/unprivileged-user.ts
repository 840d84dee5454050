import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'

/** The user PostgreSQL runs as when we are root, which it refuses to be. */
export interface UnprivilegedUser {
  name: string
  uid: number
  gid: number
}

/**
 * Finds the user to drop to; null when we aren't root. A folder that an ordinary user filled stays with that user.
 * Refuses where root finds no such user (OperatorError).
 */
export async function findUnprivilegedUser(home: string): Promise<UnprivilegedUser | null> {
  if (process.getuid?.() !== 0) return null
  const before = await stat(home).catch(() => null)
  if (before && before.uid !== 0) return { name: `no. ${before.uid}`, uid: before.uid, gid: before.gid }
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const found = accounts.find(([name]) => name === wanted)
    if (found) return { name: wanted, uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as; start Dogear as an ordinary user.',
  )
}

/**
 * The first folder on the path to `folder` that the user can't enter or that doesn't exist; null where the path is
 * open. Reads plain permissions only, no access lists.
 */
export async function findClosedFolder(folder: string, user: UnprivilegedUser): Promise<string | null> {
  for (const step of stepsTo(await realpath(folder).catch(() => folder))) {
    const { mode, uid, gid } = await stat(step).catch(() => ({ mode: 0, uid: 0, gid: 0 }))
    const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if (!(mode & enter)) return step
  }
  return null
}

/** '/a/b' → '/', '/a', '/a/b'. */
function stepsTo(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [...stepsTo(parent), folder]
}
