import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { readSearchRequest, searchSorts, type SearchSort } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import { searchBooks } from '#server/search/search-books.ts'
import { suggest } from '#server/search/suggest.ts'
import { summarizeSearch } from '#server/search/summarize-search.ts'
import { load, percentile } from './load.ts'
import type { ServerProcess } from './server-process.ts'
import { databaseCpuMs } from './database-cpu.ts'
import type { Kind } from './search-kinds.ts'

const CONNECTIONS = 16
const WARM_UP = 64
/** Generous, for a machine with other work as well. */
const LONGEST_MS = 600_000

/** Cost of a kind of search, in milliseconds. */
export interface Cost {
  p50: number
  p99: number
  serverCpu: number
  databaseCpu: number
  /** Median of the same statements without a server around them, on as many connections. */
  bareP50: number
}

export async function measureKind(
  kind: Kind,
  { shop, pool, dataDir, requests }: { shop: ServerProcess; pool: Pool; dataDir: string; requests: number },
): Promise<Cost> {
  const run = (amount: number) =>
    load(
      shop,
      amount,
      kind.paths.map((path) => ({ method: 'GET', path })),
      { connections: CONNECTIONS, longestMs: LONGEST_MS },
    )
  await run(Math.min(WARM_UP, requests))
  const before = await databaseCpuMs(dataDir)
  const { cpuMsPerRequest, times } = await run(requests)
  const databaseCpu = ((await databaseCpuMs(dataDir)) - before) / requests
  const bare = await askBare(pool, await statementsOf(pool, kind), requests)
  return {
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    serverCpu: cpuMsPerRequest,
    databaseCpu,
    bareP50: percentile(bare, 50),
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
    bareP50: middle('bareP50'),
  }
}

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** Statements that each of the addresses runs. */
async function statementsOf(pool: Pool, { paths }: Kind): Promise<Statement[][]> {
  const all: Statement[][] = []
  for (const address of paths) {
    const asked: Statement[] = []
    const db: Db = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
    })
    await answer(db, new URL(address, 'http://bench'))
    all.push(asked)
  }
  return all
}

async function answer(db: Db, { pathname, searchParams }: URL): Promise<unknown> {
  if (pathname === '/api/suggest') return suggest({ db }, searchParams.get('q')!)
  const request = readSearchRequest(searchParams)
  const services = { db, shop: { currency: 'USD' } }
  if (pathname === '/api/search/summary') return summarizeSearch(services, request)
  const sort = searchSorts.find((one) => one === searchParams.get('sort')) ?? 'relevance'
  const limit = Number(searchParams.get('limit') ?? 24)
  return searchBooks(services, { ...request, sort: sort satisfies SearchSort, limit })
}

async function askBare(pool: Pool, statements: readonly Statement[][], amount: number): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const ask = async () => {
    for (let at = next++; at < amount; at = next++) {
      const begun = performance.now()
      for (const { sql, parameters } of statements[at % statements.length]!) await pool.query(sql, [...parameters])
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  return times
}
