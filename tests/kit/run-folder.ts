import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Names the folder of a run in everything that the run starts; by it the caretaker knows what belongs to us. */
export const RUN_FOLDER = 'DOGEAR_TEST_RUN'

/** Compile cache: compiling is most of a short program's cost, and a run starts a hundred of them. */
const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/compiled')

/**
 * Puts all temporary files of this process and its children into one folder, watched by a caretaker: a separate process
 * that deletes it and ends leftover processes as soon as this one is gone, however it ended. Returns a function that
 * cleans up at once. Does nothing inside a run.
 */
export function beginRun(): () => Promise<void> {
  if (process.env[RUN_FOLDER]) return async () => {}
  const folder = mkdtempSync(path.join(placeOfRuns(), 'dogear-run-'))
  // Under root, PostgreSQL runs as another user, who needs access.
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
    // Keep the process alive for its cleanup.
    caretaker.ref()
    ended ??= once(caretaker, 'exit')
    caretaker.stdin?.end()
    await ended
  }
}

const SHARED_MEMORY = '/dev/shm'
/** Several times the size observed in a run. */
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
