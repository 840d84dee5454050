import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { OperatorError } from '../operator-error.ts'
import { signalFastShutdown, type Setup } from './cluster.ts'

/**
 * Ends a PostgreSQL that outlived the program that ran it (killed, or the machine's memory ran out). To be called by
 * the folder's owner only. The pid PostgreSQL left behind is not believed: it may be anybody's by now. Only a process
 * that is proven to work in this folder is ended, and only when nobody does is the stale file cleared.
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
    // Its other processes leave by themselves once they miss it.
    if (!signalled && workers.includes(pid)) await signalFastShutdown(setup, pid)
    signalled = true
    await sleep(50)
  }
  await rm(pidFile, { force: true })
}

/** Processes that work in a cluster: PostgreSQL makes it the working folder of every one of its processes. */
async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return postmastersFor(cluster)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // Unreadable: another user's, or gone meanwhile.
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => null)))
  return pids.filter((_, index) => folders[index] === cluster).map(Number)
}

/** Elsewhere: those whose command line names the cluster. */
async function postmastersFor(cluster: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 2 ** 24 })
  return stdout
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${cluster} `))
    .map((line) => Number.parseInt(line, 10))
}
