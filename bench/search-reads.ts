import { load, percentile } from './load.ts'
import type { ServerProcess } from './server-process.ts'
import { databaseCpuMs } from './database-cpu.ts'
import type { Kind } from './search-kinds.ts'

const WARM_UP = 64
/** Generous, for a machine with other work as well. */
const LONGEST_MS = 600_000

/** Cost of a kind of search, in milliseconds. */
export interface Cost {
  p50: number
  p99: number
  serverCpu: number
  databaseCpu: number
}

/** Requests of each kind, over so many connections at a time. */
interface KindLoad {
  shop: ServerProcess
  dataDir: string
  requests: number
  connections: number
}

export async function measureKind(kind: Kind, { shop, dataDir, requests, connections }: KindLoad): Promise<Cost> {
  const run = (amount: number) =>
    load(
      shop,
      amount,
      kind.paths.map((path) => ({ method: 'GET', path })),
      { connections, longestMs: LONGEST_MS },
    )
  await run(Math.min(WARM_UP, requests))
  const before = await databaseCpuMs(dataDir)
  const { cpuMsPerRequest, times } = await run(requests)
  const databaseCpu = ((await databaseCpuMs(dataDir)) - before) / requests
  return {
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    serverCpu: cpuMsPerRequest,
    databaseCpu,
  }
}

/** Median of each figure over the rounds. */
export function middleOf(rounds: readonly Cost[]): Cost {
  const middle = (figure: keyof Cost) =>
    percentile(
      rounds.map((cost) => cost[figure]),
      50,
    )
  return {
    p50: middle('p50'),
    p99: middle('p99'),
    serverCpu: middle('serverCpu'),
    databaseCpu: middle('databaseCpu'),
  }
}
