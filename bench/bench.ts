// npm run bench: the shop, as `npm start` runs it, against a bare server on the same database. It stops by itself,
// removes what it made, and fails when a target is missed.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/open-database.ts'
import { closeLater, runAndClose } from '#tools/run-and-close.ts'
import { firstLoad } from './first-load.ts'
import { makeClaims, readPages, type Round } from './load.ts'
import { report } from './report.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { stockShop, takeBackClaims, titlesFrom } from './stock.ts'

const BOOKS = 10_000
const ROUNDS = 5
const PAGES_PER_ROUND = 3000

const say = (line: string): void => console.error(line)

async function bench(): Promise<boolean> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dogear-bench-'))
  closeLater(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  // As root, PostgreSQL runs as another user, who has to get there.
  await chmod(dataDir, 0o755)
  const opening = { file: 'server/start.ts', readyPath: '/api/ready', dataDir }
  say('Opening the shop; its first start draws the demo, so it is opened twice.')
  await startServer(opening).then((first) => first.stop())
  const shop = await startServer(opening)
  closeLater(() => shop.stop())
  const { db, close: disconnect } = await openDatabase(
    { database: { kind: 'embedded' }, dataDir },
    { as: 'tool', program: 'npm run bench', say },
  )
  closeLater(disconnect)
  say(`Putting ${BOOKS} books on sale${process.env.BOOKS_CSV ? ` from ${process.env.BOOKS_CSV}` : ''}.`)
  const claims = await stockShop(db, dataDir, titlesFrom(process.env.BOOKS_CSV, BOOKS))
  const bare = await startServer({ file: 'bench/bare-server.ts', readyPath: '/api/all-books', dataDir })
  closeLater(() => bare.stop())
  const home = await firstLoad(`${shop.origin}/`)

  const pages = await compare('pages of books', shop, bare, (server) => readPages(server, PAGES_PER_ROUND))
  const claimed = await compare('claims', shop, bare, async (server) => {
    const round = await makeClaims(server, claims)
    const orders = await takeBackClaims(db)
    if (orders !== claims.length) throw new Error(`${claims.length} claims made ${orders} orders`)
    return round
  })
  const rss = Math.max(...[...pages.ours, ...claimed.ours].map(({ rssBytes }) => rssBytes))
  const { text, allReached } = report(
    [
      { title: 'A page of 24 of 10,000 books over the API', target: 60, ...pages },
      { title: 'Claim and order over HTTP', target: 50, ...claimed },
    ],
    [
      {
        title: 'Memory of the server under these loads, beside the database',
        value: rss / 1e6,
        limit: 250,
        unit: 'MB',
      },
      {
        title: `JavaScript of the home page’s first load, compressed (${home.files} files)`,
        value: home.bytes / 1e3,
        limit: 120,
        unit: 'KB',
      },
    ],
  )
  console.log(text)
  if (!allReached) say('A target was missed.')
  return allReached
}

/** Rounds in turns, and who begins changes too, so that whatever else the machine does meets both alike. */
async function compare(
  what: string,
  shop: ServerProcess,
  bare: ServerProcess,
  measure: (server: ServerProcess) => Promise<Round>,
): Promise<{ ours: Round[]; bare: Round[] }> {
  const rounds = new Map<ServerProcess, Round[]>([
    [shop, []],
    [bare, []],
  ])
  for (let count = 0; count <= ROUNDS; count += 1) {
    for (const server of count % 2 === 0 ? [shop, bare] : [bare, shop]) {
      const round = await measure(server)
      // The first round only warms up.
      if (count > 0) rounds.get(server)!.push(round)
    }
    const memory = Math.round((rounds.get(shop)!.at(-1)?.rssBytes ?? 0) / 1e6)
    say(`${what}: ${count === 0 ? 'warmed up' : `round ${count} of ${ROUNDS}, ${memory} MB`}`)
  }
  return { ours: rounds.get(shop)!, bare: rounds.get(bare)! }
}

await runAndClose(bench)
