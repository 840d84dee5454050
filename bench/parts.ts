import type { Db } from '#server/database/schema.ts'
import { closeLater } from '#tools/run-and-close.ts'
import { multiplyBooks } from './copy-shop.ts'
import { crowd } from './crowd.ts'
import { recordAnswers } from './recorded-answers.ts'
import { makeClaims, readPages, readScreen, rendered } from './load.ts'
import type { Comparison, Figure, Section } from './report.ts'
import type { Compare } from './rounds.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { openShopDatabase, takeBackClaims, type PossibleClaim } from './stock.ts'

/** Fixture of the parts: a shop, its database, and possible claims. */
export interface Bench {
  db: Db
  databaseUrl: string
  shop: ServerProcess
  dataDir: string
  /** Data folder for a copy of the shop that is multiplied. */
  largeDir: string
  /** Data folder for a copy that several workers serve. */
  workersDir: string
  claims: PossibleClaim[]
  /** Opens a shop, with further settings. */
  startShop(dataDir: string, env?: Record<string, string>): Promise<ServerProcess>
  compare: Compare
  /** A number of requests or the like, smaller in a quick run. */
  some(amount: number): number
  say(line: string): void
}

/** A part's section of the report. */
export interface Measured {
  sections: Section[]
  figures: Figure[]
  /** Additional tables, printed as they are. */
  tables?: string[]
}

const LISTS_PER_ROUND = 3000
/** A constant page is served a hundred times as fast, and needs more requests to be measurable. */
const PAGES_PER_ROUND = { ours: 150, constant: 5000 }
const MILLION = 1_000_000
const CROWD = 5000

/** Measures calls against a bare Fastify and pg server on the same database. */
export async function measureApi({ db, shop, dataDir, claims, compare, some }: Bench): Promise<Measured> {
  const bare = await startServer({ file: 'bench/bare-server.ts', readyPath: '/api/all-books', dataDir })
  closeLater(() => bare.stop())
  const lists = await compare('pages of books', [shop, bare], (server) => readPages(server, some(LISTS_PER_ROUND)))
  const claim = async (server: ServerProcess) => {
    const made = claims.slice(0, some(claims.length))
    const round = await makeClaims(server, made)
    const orders = await takeBackClaims(db)
    if (orders !== made.length) throw new Error(`${made.length} claims made ${orders} orders`)
    return round
  }
  const claimed = await compare('claims', [shop, bare], claim)
  const rows = [
    { title: 'a page of 24 books over the API', target: 60, ...lists },
    { title: 'claim and order over HTTP', target: 50, ...claimed },
  ]
  return {
    sections: [{ heads: ['Load', 'Dogear', 'Bare server'], rows }],
    figures: [
      {
        title: 'memory of the server under the loads of the API',
        value: mostMemory(rows) / 1e6,
        limit: 250,
        unit: 'MB',
      },
    ],
  }
}

/** Measures rendered pages against the same bytes from plain node:http. */
export async function measurePages({ shop, dataDir, claims, compare, some }: Bench): Promise<Measured> {
  const screens = screensOf(claims)
  await recordAnswers(
    shop.origin,
    screens.map(([, page]) => page),
    dataDir,
  )
  const constant = await startServer({ file: 'bench/constant-server.ts', readyPath: '/', dataDir })
  closeLater(() => constant.stop())
  const rows: Comparison[] = []
  for (const [title, page] of screens) {
    const measure = {
      ours: (server: ServerProcess) => readScreen(server, rendered(page), some(PAGES_PER_ROUND.ours)),
      bare: (server: ServerProcess) => readScreen(server, page, some(PAGES_PER_ROUND.constant)),
    }
    rows.push({ title, ...(await compare(title, [shop, constant], measure)) })
  }
  return {
    sections: [{ heads: ['Page, rendered', 'Dogear', 'The same bytes, constant'], rows }],
    figures: [{ title: 'memory of the server while it renders pages', value: mostMemory(rows) / 1e6, unit: 'MB' }],
  }
}

/** Measures the same pages at a million books and at ten thousand. */
export async function measureMillion({
  shop,
  largeDir,
  claims,
  startShop,
  compare,
  some,
  say,
}: Bench): Promise<Measured> {
  say(`Opening a copy of the shop and putting ${MILLION} books on sale there.`)
  const large = await startShop(largeDir)
  const { url, close } = await openShopDatabase(largeDir, say)
  closeLater(close)
  await multiplyBooks(url, MILLION)
  const rows: Comparison[] = []
  for (const [title, page] of screensOf(claims)) {
    const read = (server: ServerProcess) => readScreen(server, rendered(page), some(PAGES_PER_ROUND.ours))
    rows.push({ title, target: 75, ...(await compare(`${title}, a million`, [large, shop], read)) })
  }
  const lists = await compare('pages of books, a million', [large, shop], (server) =>
    readPages(server, some(LISTS_PER_ROUND / 3)),
  )
  rows.push({ title: 'a page of 24 over the API', target: 75, ...lists })
  await large.stop()
  return { sections: [{ heads: ['Page, rendered', '1,000,000 books', '10,000 books'], rows }], figures: [] }
}

/** Measures a crowd beyond capacity: each visitor is answered or shed (503), and the shop recovers soon. */
export async function measureCrowd({ shop, say }: Bench): Promise<Measured> {
  const { answered, shed, lost, lastMs, afterMs, rssBytes } = await crowd(shop, rendered('/'), CROWD)
  const missed = [...lost].map(([what, times]) => `${times} × ${what}`).join(', ')
  say(`the crowd: ${answered} answered, ${shed} shed, ${missed || 'nobody'} lost`)
  const who = `${CROWD.toLocaleString('en')} home pages to be rendered, asked for at once (${answered} answered, ${shed} shed by 503 with Retry-After)`
  return {
    sections: [],
    figures: [
      { title: `${who}: neither`, value: CROWD - answered - shed, limit: 0, unit: 'visitors' },
      { title: 'the last of these answers after', value: lastMs / 1e3, limit: 15, unit: 's' },
      { title: 'one page, a second later', value: afterMs, limit: 1000, unit: 'ms' },
      { title: 'memory of the server after the crowd', value: rssBytes / 1e6, unit: 'MB' },
    ],
  }
}

function mostMemory(rows: Comparison[]): number {
  return Math.max(...rows.flatMap(({ ours }) => ours.map(({ rssBytes }) => rssBytes)))
}

/** Pages that are measured. */
export function screensOf([claim]: PossibleClaim[]): [title: string, page: string][] {
  return [
    ['home', '/'],
    ['all products', '/all-products'],
    ['a book', `/advertise/${claim!.bookId}`],
  ]
}
