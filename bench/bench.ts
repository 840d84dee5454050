// npm run bench: load tests of the shop, as `npm start` runs it, against bare servers in the same run, at a million
// books against ten thousand, and against a crowd. It stops by itself, removes what it made, and fails when a target is
// missed. Names of parts (api, pages, memory, pages-under-writes, million, crowd, workers) leave out the others; the
// search, which takes as long as all of these, is measured where it is named (`-- search --sizes 10000,100000`), and so
// are a search of PostgreSQL's trigrams beside it (`-- trigrams`) and the worst that a stranger can ask (`-- worst --sizes
// 200000 --only search`). `--shop FOLDER` keeps the shop of these, which is stocked once and reused; `--connections 1`
// sends the requests of the search one after the other.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { closeLater, runAndClose } from '#tools/run-and-close.ts'
import { copyShop } from './copy-shop.ts'
import { measureMemory } from './memory.ts'
import { measureApi, measureCrowd, measureMillion, measurePages, type Bench, type Measured } from './parts.ts'
import { measurePagesUnderWrites } from './pages-under-writes.ts'
import { report } from './report.ts'
import { measureSearch, SEARCH_CONNECTIONS, SEARCH_REQUESTS, SEARCH_SIZES } from './measure-search.ts'
import { measureWorkers } from './measure-workers.ts'
import { measureTrigrams, TRIGRAM_QUERIES } from './measure-trigrams.ts'
import { measureWorst, WORST_SIZE } from './measure-worst.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { openShopDatabase, stockShop, titlesFrom, type PossibleClaim } from './stock.ts'

const BOOKS = 10_000
const parts = {
  api: measureApi,
  pages: measurePages,
  memory: measureMemory,
  'pages-under-writes': measurePagesUnderWrites,
  million: measureMillion,
  crowd: measureCrowd,
  workers: measureWorkers,
}
type Part = keyof typeof parts

const say = (line: string): void => console.error(line)

async function bench(): Promise<boolean> {
  const { wanted, search, trigrams, worst } = readCall()
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-bench-'))
  closeLater(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  // As root, PostgreSQL runs as another user, who has to get there.
  await chmod(folder, 0o755)
  const measured: Measured[] = []
  if (wanted.length > 0) {
    const it = await openBench(folder, wanted)
    for (const part of wanted) measured.push(await parts[part](it))
  }
  const growing = { dataDir: path.join(folder, 'search-shop'), startShop, say }
  if (search) measured.push(await measureSearch({ ...growing, ...search }))
  if (trigrams) measured.push(await measureTrigrams({ ...growing, ...trigrams, some: TRIGRAM_QUERIES }))
  if (worst) measured.push(await measureWorst({ dataDir: path.join(folder, 'worst-shop'), ...worst, startShop, say }))
  const { text, allReached } = report(
    measured.flatMap(({ sections }) => sections),
    measured.flatMap(({ figures }) => figures),
    measured.flatMap(({ tables = [] }) => tables),
  )
  console.log(text)
  if (!allReached) say('A target was missed.')
  return allReached
}

/** Fixtures of all parts but the search. */
async function openBench(folder: string, wanted: readonly Part[]): Promise<Bench> {
  const dataDir = path.join(folder, 'shop')
  await mkdir(dataDir)
  say('Opening the shop; its first start draws the demo, so it is opened twice.')
  const claims = await prepareShop(dataDir)
  const largeDir = path.join(folder, 'large-shop')
  if (wanted.includes('million')) await copyShop(dataDir, largeDir)
  const workersDir = path.join(folder, 'workers-shop')
  if (wanted.includes('workers')) await copyShop(dataDir, workersDir)
  const shop = await startShop(dataDir)
  const { db, url: databaseUrl, close } = await openShopDatabase(dataDir, say)
  closeLater(close)
  return { db, databaseUrl, shop, dataDir, largeDir, workersDir, claims, startShop, say }
}

interface Wanted {
  wanted: Part[]
  /** Numbers of copies, requests and connections for the search, where it is measured. */
  search: { sizes: number[]; requests: number; connections: number; dataDir?: string } | null
  trigrams: { sizes: number[]; dataDir?: string } | null
  worst: { size: number; only?: string | undefined; dataDir?: string } | null
}

function readCall(): Wanted {
  const all = Object.keys(parts) as Part[]
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      requests: { type: 'string' },
      connections: { type: 'string' },
      only: { type: 'string' },
      shop: { type: 'string' },
    },
  })
  const unknown = positionals.find(
    (name) => !['search', 'trigrams', 'worst'].includes(name) && !Object.hasOwn(parts, name),
  )
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}; the parts are ${all.join(', ')}, search, trigrams and worst.`)
  const sizes = values.sizes?.split(',').map(Number) ?? SEARCH_SIZES
  const requests = Number(values.requests ?? SEARCH_REQUESTS)
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1000))
    throw new Error('--sizes has numbers of copies, 1000 or more each, with commas between: 10000,100000')
  if (!Number.isInteger(requests) || requests < 1) throw new Error('--requests is how many of each kind are sent: 480')
  const connections = Number(values.connections ?? SEARCH_CONNECTIONS)
  if (!Number.isInteger(connections) || connections < 1) throw new Error('--connections is how many send at once: 16')
  const kept = values.shop !== undefined && { dataDir: path.resolve(values.shop) }
  return {
    wanted: positionals.length === 0 ? all : all.filter((part) => positionals.includes(part)),
    search: positionals.includes('search') ? { sizes, requests, connections, ...kept } : null,
    trigrams: positionals.includes('trigrams') ? { sizes, ...kept } : null,
    worst: positionals.includes('worst')
      ? { size: values.sizes === undefined ? WORST_SIZE : sizes[0]!, only: values.only, ...kept }
      : null,
  }
}

/** Prepares a closed shop with the demo and so many books. */
async function prepareShop(dataDir: string): Promise<PossibleClaim[]> {
  const first = await startShop(dataDir)
  const { db, close } = await openShopDatabase(dataDir, say)
  try {
    const { BOOKS_CSV } = process.env
    say(`Putting ${BOOKS} books on sale${BOOKS_CSV ? ` from ${BOOKS_CSV}` : ''}.`)
    return await stockShop(db, dataDir, titlesFrom(BOOKS_CSV, BOOKS))
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
