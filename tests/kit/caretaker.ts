// Waits until whoever started it is gone, which ends its input, then clears away after a run of the tests: what still
// runs for it, PostgreSQL above all, and the folder in which it kept everything.
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const folder = process.argv[2] ?? ''
const PATIENCE_MS = 60_000

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

/** Those that run for it. Where there is no /proc: every PostgreSQL, by the file in which it tells its number. */
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

// A run's folder and nothing else, whatever is said.
if (!path.basename(folder).startsWith('dogear-run-')) throw new Error(`${folder} is no folder of a run`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('close', resolve))
for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
  const left = findProcesses()
  left.forEach(end)
  if (left.length > 0) continue
  try {
    rmSync(folder, { recursive: true, force: true })
    break
  } catch {
    // Somebody was still writing.
  }
}
