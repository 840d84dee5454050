// npm run bench: load tests of the shop, as `npm start` runs it, against bare servers in the same run, at a million
// books against ten thousand, and against a crowd. It stops by itself, removes what it made, writes the figures into
// docs/measurements/bench.md, and fails when a target is missed. Names of parts (api, pages, memory, pages-under-writes,
// million, crowd, workers) leave out the others; the search, which takes as long as all of these, is measured where it is
// named (`-- search --sizes 10000,100000`), and so are a search of PostgreSQL's trigrams beside it (`-- trigrams`) and the
// worst that a stranger can ask (`-- worst --sizes 200000 --only search`). `--shop FOLDER` keeps the shop of these, which is
// stocked once and reused; `--connections 1` sends the requests of the search one after the other. `--quick` takes a
// minute, for coarse figures of calls, pages and the page cache that are only printed.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeLater, runAndClose } from '#tools/run-and-close.ts'
import { readCall, type Call } from './bench-call.ts'
import { copyShop } from './copy-shop.ts'
import { keepReport, surroundings } from './keep-report.ts'
import { measureSearch } from './measure-search.ts'
import { measureTrigrams, TRIGRAM_QUERIES } from './measure-trigrams.ts'
import { measureWorst } from './measure-worst.ts'
import type { Bench, Measured } from './parts.ts'
import { report } from './report.ts'
import { comparing } from './rounds.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { openShopDatabase, stockShop, titlesFrom, type PossibleClaim } from './stock.ts'

/** How much a run does: in full, or in a minute. */
const EFFORTS = { full: { books: 10_000, rounds: 5, part: 1 }, quick: { books: 1000, rounds: 1, part: 1 / 5 } }

const say = (line: string): void => console.error(line)

async function bench(): Promise<boolean> {
  const call = readCall(process.argv.slice(2))
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-bench-'))
  closeLater(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  // As root, PostgreSQL runs as another user, who has to get there.
  await chmod(folder, 0o755)
  let areAllReached = true
  for (const [name, measure] of await measuresOf(call, folder)) {
    const before = surroundings()
    const { text, allReached } = report(await measure())
    console.log(`${text}\n`)
    if (!call.isQuick) await keepReport({ name, words: call.words, before, text })
    areAllReached &&= allReached
  }
  if (!areAllReached) say('A target was missed.')
  return areAllReached || call.isQuick
}

/** The parts that were asked for, by name, in their order. */
async function measuresOf(call: Call, folder: string): Promise<[name: string, measure: () => Promise<Measured>][]> {
  const { parts, search, trigrams, worst } = call
  const it = parts.length > 0 ? await openBench(folder, call) : null
  const growing = { dataDir: path.join(folder, 'search-shop'), startShop, say }
  const worstShop = { dataDir: path.join(folder, 'worst-shop'), startShop, say }
  const named: [string, (() => Promise<Measured>) | null][] = [
    ...parts.map(([name, measure]): [string, () => Promise<Measured>] => [name, () => measure(it!)]),
    ['search', search && (() => measureSearch({ ...growing, ...search }))],
    ['trigrams', trigrams && (() => measureTrigrams({ ...growing, ...trigrams, some: TRIGRAM_QUERIES }))],
    ['worst', worst && (() => measureWorst({ ...worstShop, ...worst }))],
  ]
  return named.flatMap(([name, measure]) => (measure ? [[name, measure]] : []))
}

/** Fixtures of all parts but the search. */
async function openBench(folder: string, { parts, isQuick }: Call): Promise<Bench> {
  const { books, rounds, part } = isQuick ? EFFORTS.quick : EFFORTS.full
  const names = new Set(parts.map(([name]) => name))
  const dataDir = path.join(folder, 'shop')
  await mkdir(dataDir)
  say('Opening the shop; its first start draws the demo, so it is opened twice.')
  const claims = await prepareShop(dataDir, books)
  const largeDir = path.join(folder, 'large-shop')
  if (names.has('million')) await copyShop(dataDir, largeDir)
  const workersDir = path.join(folder, 'workers-shop')
  if (names.has('workers')) await copyShop(dataDir, workersDir)
  const shop = await startShop(dataDir)
  const { db, url: databaseUrl, close } = await openShopDatabase(dataDir, say)
  closeLater(close)
  const some = (amount: number) => Math.round(amount * part)
  const compare = comparing(rounds, say)
  return { db, databaseUrl, shop, dataDir, largeDir, workersDir, claims, startShop, compare, some, say }
}

/** Prepares a closed shop with the demo and so many books. */
async function prepareShop(dataDir: string, books: number): Promise<PossibleClaim[]> {
  const first = await startShop(dataDir)
  const { db, close } = await openShopDatabase(dataDir, say)
  try {
    const { BOOKS_CSV } = process.env
    say(`Putting ${books} books on sale${BOOKS_CSV ? ` from ${BOOKS_CSV}` : ''}.`)
    return await stockShop(db, dataDir, titlesFrom(BOOKS_CSV, books))
  } finally {
    await close()
    await first.stop()
  }
}

async function startShop(dataDir: string, env = {}): Promise<ServerProcess> {
  const shop = await startServer({ file: 'server/start.ts', readyPath: '/api/ready', dataDir, env })
  closeLater(() => shop.stop())
  return shop
}

await runAndClose(bench)
