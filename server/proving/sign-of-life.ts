import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '#server/files/make-folder.ts'
import { OperatorError } from '#server/database/operator-error.ts'
import { readOwner, takeOwnership } from '#server/database/embedded/ownership.ts'

const LOOK_MS = 100
/** A program that is well begins within a second or two; a busy machine takes its time. */
const BEGINS_WITHIN_MS = 60_000

const folderOf = (dataDir: string) => path.join(dataDir, '.proving')

/** Shows, until it is called, that a program which is being proven is alive, whoever has started it and wherever. */
export async function showLife(dataDir: string): Promise<() => void> {
  const folder = folderOf(dataDir)
  await makeFolder(folder, 0o700)
  const ownership = takeOwnership(folder, 'a program that is being proven')
  if (!ownership)
    throw new OperatorError(`Another program is being proven in ${dataDir} at this moment. Nothing was changed.`)
  return () => ownership.release()
}

/** Removes what a program left that was proven before. */
export const forgetLife = (dataDir: string): void => rmSync(folderOf(dataDir), { recursive: true, force: true })

/**
 * Rejects once the program that is being proven has ended, however often its service manager starts it again, and where
 * none begins.
 */
export async function watchLife(dataDir: string, isOver: () => boolean): Promise<void> {
  const folder = folderOf(dataDir)
  let first: number | null = null
  for (const end = performance.now() + BEGINS_WITHIN_MS; !isOver(); await sleep(LOOK_MS)) {
    const pid = readOwner(folder)?.pid
    if (first === null && pid === undefined && performance.now() > end)
      throw new OperatorError(`No program began within ${BEGINS_WITHIN_MS / 1000} s; does its start go by the link?`)
    first ??= pid ?? null
    if (first === null) continue
    // Free again: its program has ended, as files are locked no longer than that.
    const free = pid === first ? takeOwnership(folder, 'npm run update') : null
    free?.release()
    if (free || pid !== first) throw new OperatorError('It has ended by itself; its log says why.')
  }
}
