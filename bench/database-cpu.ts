import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const MS_PER_TICK = 10

/**
 * CPU time that the embedded PostgreSQL of a data folder has used, all its processes together; those that ended count as
 * long as the first process has not forgotten them. NaN where the system doesn't say (any but Linux).
 */
export async function databaseCpuMs(dataDir: string): Promise<number> {
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  const first = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map(readTimes))
  const own = all.find((one) => one?.pid === first)
  if (!own) return Number.NaN
  const sessions = all.filter((one) => one?.parent === first)
  return own.ms + own.endedMs + sessions.reduce((sum, one) => sum + one!.ms, 0)
}

/** Of /proc/PID/stat; null for a process that has just ended. */
async function readTimes(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // After the name, which may have spaces in it: state, parent, … and from the twelfth the times.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  // The same in nanoseconds, where the kernel counts them: for one request a tick is much.
  const exact = Number((await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')).split(' ')[0] || Number.NaN)
  return {
    pid: Number(pid),
    parent: fields[1]!,
    ms: Number.isNaN(exact) ? (user + system) * MS_PER_TICK : exact / 1e6,
    endedMs: (endedUser + endedSystem) * MS_PER_TICK,
  }
}
