import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { OperatorError } from '../operator-error.ts'
import { signalFastShutdown, type Setup } from './cluster.ts'

/**
 * Ends a PostgreSQL that outlived its program, which was killed or ran out of memory. Only the folder's owner may call
 * it. The pid file isn't trusted, because pids are reused: only a process proven to work in this folder is ended, and
 * the stale file is removed only when there is none.
 */
export async function endOrphan(setup: Setup): Promise<void> {
  const pidFile = path.join(setup.folder.cluster, 'postmaster.pid')
  const left = await readFile(pidFile, 'utf8').catch(() => null)
  if (left === null) return
  if (process.platform === 'win32') return signalFastShutdown(setup, undefined)
  const pid = Number.parseInt(left, 10)
  const cluster = await realpath(setup.folder.cluster)
  const deadline = Date.now() + 60_000
  let signalled = false
  for (;;) {
    const workers = await processesIn(cluster)
    if (workers.length === 0) break
    if (Date.now() > deadline)
      throw new OperatorError(
        `A PostgreSQL that nobody owns any more (pid ${workers[0]}) works in ${cluster} and does not end; end it, then start again.`,
      )
    // Its workers end by themselves once they miss it.
    if (!signalled && workers.includes(pid)) await signalFastShutdown(setup, pid)
    signalled = true
    await sleep(50)
  }
  await rm(pidFile, { force: true })
}

/** Processes of a cluster: each has it as its working directory. */
async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return postmastersFor(cluster)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // Unreadable: another user's process, or it ended meanwhile.
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => null)))
  return pids.filter((_, index) => folders[index] === cluster).map(Number)
}

/** Other platforms: processes whose command line names the cluster. */
async function postmastersFor(cluster: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 2 ** 24 })
  return stdout
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${cluster} `))
    .map((line) => Number.parseInt(line, 10))
}
