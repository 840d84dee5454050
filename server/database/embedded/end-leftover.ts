import { realpath, stat } from 'node:fs/promises'
import { OperatorError } from '../operator-error.ts'
import { binariesFor } from './binaries.ts'
import { describeDataFolder } from './data-folder.ts'
import { endOrphan } from './orphans.ts'
import { readOwner, takeOwnership } from './ownership.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'

/**
 * Ends the PostgreSQL that a killed program left in a data folder, before the folder is removed. Refuses a folder whose
 * owner is alive (OperatorError).
 */
export async function endLeftover(dataDir: string, program: string): Promise<void> {
  const { home } = describeDataFolder(dataDir)
  if (!(await stat(home).catch(() => null))) return
  // PostgreSQL compares real paths, and so do we.
  const folder = describeDataFolder(await realpath(dataDir))
  const ownership = takeOwnership(folder.home, program)
  if (!ownership) {
    const owner = readOwner(folder.home)
    throw new OperatorError(
      `${owner ? `${owner.program} (pid ${owner.pid})` : 'Another program'} is at work in ${dataDir}; wait for it, or stop it first.`,
    )
  }
  try {
    const user = await findUnprivilegedUser(folder.home)
    await endOrphan({ folder, binaries: await binariesFor(user, folder.home), user, durable: true })
  } finally {
    ownership.release()
  }
}
