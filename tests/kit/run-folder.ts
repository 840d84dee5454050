import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Names the folder of a run in everything that the run starts; by it the caretaker knows what belongs to us. */
export const RUN_FOLDER = 'DOGEAR_TEST_RUN'

/** Most of what a short program costs is having its modules compiled, and a run starts a hundred of them. */
const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled')

/**
 * From here on whatever this program and its children keep for a while lies in one folder, which a caretaker looks
 * after: a process apart that clears it away, and ends whatever still runs for it, as soon as this program is gone,
 * however it ended. Gives what has that done now. Where a run has begun already this does nothing.
 */
export function beginRun(): () => Promise<void> {
  if (process.env[RUN_FOLDER]) return async () => {}
  const folder = mkdtempSync(path.join(placeOfRuns(), 'dogear-run-'))
  // As root, PostgreSQL runs as another user, who has to get there.
  chmodSync(folder, 0o755)
  const before = { ...process.env }
  // What a terminal or npm does to us does not reach a session of its own. Its input ends when we do.
  const caretaker = spawn(process.execPath, [path.join(import.meta.dirname, 'caretaker.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: before,
    cwd: '/',
  })
  caretaker.unref()
  process.env[RUN_FOLDER] = folder
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE ??= COMPILED
  let ended: Promise<unknown> | undefined
  return async () => {
    // Now it is worth staying for.
    caretaker.ref()
    ended ??= once(caretaker, 'exit')
    caretaker.stdin?.end()
    await ended
  }
}

const SHARED_MEMORY = '/dev/shm'
/** Several times what a run has been seen to keep. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * In memory where Linux has that as a folder, programs may be run from it, and there is plenty. A test's database is a
 * thousand files: on a disk, making and removing them is most of what it costs. TMPDIR names another place.
 */
function placeOfRuns(): string {
  if (process.env.TMPDIR || process.platform !== 'linux') return tmpdir()
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , , options] = mounts.findLast((mount) => mount.split(' ')[1] === SHARED_MEMORY)?.split(' ') ?? []
  if (!options || options.split(',').includes('noexec')) return tmpdir()
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) < ROOM_BYTES ? tmpdir() : SHARED_MEMORY
}
