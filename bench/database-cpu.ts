import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const MS_PER_TICK = 10

/**
 * CPU time of the embedded PostgreSQL of a data folder, all its processes together; ended ones count while the first
 * process remembers them. NaN on systems other than Linux.
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

/** CPU times of a process from /proc/PID/stat; null for one that has just ended. */
async function readTimes(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // Fields after the name, which may contain spaces: state, parent, … and from the twelfth the times.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  // Nanoseconds, where the kernel counts them: for a single request a tick is coarse.
  const exact = Number((await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')).split(' ')[0] || Number.NaN)
  return {
    pid: Number(pid),
    parent: fields[1]!,
    ms: Number.isNaN(exact) ? (user + system) * MS_PER_TICK : exact / 1e6,
    endedMs: (endedUser + endedSystem) * MS_PER_TICK,
  }
}
