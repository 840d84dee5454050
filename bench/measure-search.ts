import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { keepDemoOut } from '#server/demo/keep-demo-out.ts'
import type { ShopDatabase } from '#server/open-database.ts'
import { systemClock } from '#server/ports/clock.ts'
import { closeLater } from '#tools/run-and-close.ts'
import type { Measured } from './parts.ts'
import type { ServerProcess } from './server-process.ts'
import { anAccount, isIndexed, openShopDatabase, titlesFrom, tokenOf } from './stock.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { kindsOf } from './search-kinds.ts'
import { measureKind, middleOf, type Cost } from './search-reads.ts'
import { measureFinding, measureWrites, type Trade } from './search-writes.ts'
import { reportSearch, type SizeMeasured } from './search-report.ts'
import { readTitles, settle, stockCopies } from './stock-copies.ts'

/** Default numbers of copies. */
export const SEARCH_SIZES = [10_000, 100_000, 1_000_000]
/** Default number of requests of each kind in a round. */
export const SEARCH_REQUESTS = 480
/** Default number of connections; with one, a request has the machine for itself. */
export const SEARCH_CONNECTIONS = 16
/** Several rounds: a stall of the machine is a p99 of every connection at that moment. */
const ROUNDS = 3
/** More buyers than sales: each may have few unpaid claims. */
const BUYERS = 320
/** Interval of progress lines. */
const LOG_EVERY_MS = 20_000

/** A shop whose copies grow from size to size. */
export interface GrowingShop {
  dataDir: string
  sizes: readonly number[]
  startShop(dataDir: string): Promise<ServerProcess>
  say(line: string): void
}

/** The shop, open, with so many copies and their index built. */
export interface SizedShop {
  size: number
  built: SizeMeasured['built']
  shop: ServerProcess
  pool: Pool
  db: ShopDatabase['db']
}

/**
 * Measures the search of a growing shop: time to build the index, cost of each kind of search, and cost for sellers.
 */
export async function measureSearch(
  growing: GrowingShop & { requests: number; connections: number },
): Promise<Measured> {
  const { dataDir, requests, connections, say } = growing
  const measured = await atEachSize(growing, async ({ size, built, shop, pool, db }): Promise<SizeMeasured> => {
    const kinds = await kindsOf(pool)
    const measureAll = async () => {
      const costs: Cost[] = []
      for (const kind of kinds) {
        const cost = await measureKind(kind, { shop, dataDir, requests, connections })
        say(`search: ${kind.title}, p50 ${cost.p50.toFixed(1)} ms, p99 ${cost.p99.toFixed(1)} ms`)
        costs.push(cost)
      }
      return costs
    }
    // Cold: right after the start, with code yet to be compiled and plans yet to be made.
    const atFirst = await measureAll()
    const rounds: Cost[][] = []
    while (rounds.length < ROUNDS) rounds.push(await measureAll())
    const trade: Trade = { shop, pool, dataDir, ...(await tradersOf(db, dataDir, size)) }
    const writes = await measureWrites(trade)
    const asked = kinds.map((kind, at) => ({
      kind,
      cost: middleOf(rounds.map((costs) => costs[at]!)),
      atFirst: atFirst[at]!,
    }))
    return { size, built, kinds: asked, writes, foundMs: await measureFinding(trade) }
  })
  return reportSearch(measured)
}

/** Measures the shop at each size, the smallest first. */
export async function atEachSize<Found>(
  { dataDir, sizes, startShop, say }: GrowingShop,
  measure: (shop: SizedShop) => Promise<Found>,
): Promise<Found[]> {
  await mkdir(dataDir, { recursive: true })
  const titles = await readTitles(titlesFrom(process.env.BOOKS_CSV, 12_000))
  const found: Found[] = []
  for (const size of sizes.toSorted((one, other) => one - other)) {
    say(`search: putting ${size.toLocaleString('en')} copies on sale.`)
    const closed = await openShopDatabase(dataDir, say)
    await keepDemoOut({ db: closed.db, clock: systemClock })
    if (!(await isStocked(closed.pool, size))) await stockCopies(closed.url, titles, size)
    await closed.close()
    const shop = await startShop(dataDir)
    const { pool, close, db, url } = await openShopDatabase(dataDir, say)
    closeLater(close)
    const built = await waitForIndex(pool, dataDir, shop, say)
    await settle(url)
    found.push(await measure({ size, built, shop, pool, db }))
    await close()
    await shop.stop()
  }
  return found
}

/** Whether a shop that was kept has so many copies, and their index. */
async function isStocked(pool: Pool, size: number): Promise<boolean> {
  const { rows } = await pool.query<{ copies: number }>('SELECT count(*)::int AS copies FROM search.books')
  return rows[0]!.copies >= size
}

/** Waits until the shop, just started, has built its index; returns seconds, and seconds of CPU time. */
async function waitForIndex(pool: Pool, dataDir: string, shop: ServerProcess, say: (line: string) => void) {
  const begun = performance.now()
  const used = async () => ((await shop.usage()).cpuMs + (await databaseCpuMs(dataDir))) / 1000
  const before = await used()
  for (let loggedAt = begun; !(await isIndexed(pool)); await sleep(250)) {
    if (performance.now() - loggedAt < LOG_EVERY_MS) continue
    loggedAt = performance.now()
    const { rows } = await pool.query<{ left: number }>(`
      SELECT count(*)::int AS left FROM search.unindexed
      WHERE (title, book_id) > (SELECT indexed_title, indexed_book FROM search.survey)`)
    say(`search: ${rows[0]!.left} books have yet to be indexed`)
  }
  const seconds = (performance.now() - begun) / 1000
  say(`search: built in ${seconds.toFixed(0)} s`)
  return { seconds, cpuSeconds: (await used()) - before }
}

async function tradersOf(
  db: ShopDatabase['db'],
  dataDir: string,
  size: number,
): Promise<Pick<Trade, 'seller' | 'buyers'>> {
  const signUp = async (role: 'seller' | 'buyer', name: string) => {
    const account = await anAccount(db, role, `bench-search-${name}-${size}`)
    return { id: account.id, token: await tokenOf(dataDir, account) }
  }
  const seller = await signUp('seller', 'seller')
  const buyers: string[] = []
  for (let at = 0; at < BUYERS; at += 1) buyers.push((await signUp('buyer', `buyer-${at}`)).token)
  return { seller, buyers }
}
