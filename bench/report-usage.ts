// Preloaded into a server (node --import): answers every message of the bench with the usage of the process and its
// workers.
import { readFileSync } from 'node:fs'

/** CPU time since the start, and present memory. */
export interface Usage {
  cpuMs: number
  rssBytes: number
}

const WORKER = '--worker'
const MS_PER_TICK = 10
const PAGE_BYTES = 4096

/** Of another process; Linux alone. */
function usageOf(pid: number): Usage {
  // The name of the program, in parentheses, may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const at = (place: number) => Number(fields[place - 3])
  return { cpuMs: (at(14) + at(15)) * MS_PER_TICK, rssBytes: at(24) * PAGE_BYTES }
}

const children = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const isWorker = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(WORKER)

if (!process.argv.includes(WORKER))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const own: Usage = { cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }
    const workers = children().filter(isWorker).map(usageOf)
    const sum = (part: keyof Usage) => workers.reduce((all, usage) => all + usage[part], own[part])
    process.send?.({ cpuMs: sum('cpuMs'), rssBytes: sum('rssBytes') } satisfies Usage)
  })
