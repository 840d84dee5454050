// Waits until its parent is gone, which closes its input, then cleans up after a test run: its processes, above all
// PostgreSQL, and its folder.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const folder = process.argv[2] ?? ''
const SHUTDOWN_TIMEOUT_MS = 60_000

/** What was started for the run has the folder's name among its settings; PostgreSQL has none of ours, but works there. */
function belongsToTheRun(pid: string): boolean {
  try {
    if (`${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)) return true
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DOGEAR_TEST_RUN=${folder}`)
  } catch {
    // Gone meanwhile, or another user's.
    return false
  }
}

/** Processes of the run. Without /proc: every PostgreSQL, by its pid file. */
function findProcesses(): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && belongsToTheRun(name))
      .map(Number)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'postmaster.pid')
    .map((file) => Number.parseInt(readFileSync(path.join(folder, file), 'utf8'), 10))
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}

// Only ever a run's folder, whatever the input.
if (!path.basename(folder).startsWith('dogear-run-')) throw new Error(`${folder} is no folder of a run`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('close', resolve))
for (const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
  const left = findProcesses()
  left.forEach(end)
  if (left.length > 0) continue
  try {
    rmSync(folder, { recursive: true, force: true })
    break
  } catch {
    // A process was still writing.
  }
}
