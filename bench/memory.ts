import { cp } from 'node:fs/promises'
import path from 'node:path'
import { closeLater } from '#tools/run-and-close.ts'
import { ask, claimOf, send } from './ask.ts'
import { recordAnswers } from './recorded-answers.ts'
import { readScreen } from './load.ts'
import { screensOf, type Bench, type Measured } from './parts.ts'
import type { Comparison } from './report.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { takeBackClaims } from './stock.ts'

const PAGES_PER_ROUND = 10_000
/** Number of writes, and of concurrent visitors per instance. */
const WRITES = 200
const VISITORS = 4

/**
 * Measures the page cache against the same bytes from plain node:http; and whether answers are ever stale: on the
 * instance that writes, and on another one on the same database.
 */
export async function measureMemory(bench: Bench): Promise<Measured> {
  const { shop, dataDir, claims, compare, some } = bench
  const screens = screensOf(claims)
  const pages = screens.map(([, page]) => page)
  // The second answer comes from the page cache.
  for (const page of pages) await ask(shop.origin, { path: page })
  await recordAnswers(shop.origin, pages, dataDir)
  const constant = await startServer({ file: 'bench/constant-server.ts', readyPath: '/', dataDir })
  closeLater(() => constant.stop())
  const rows: Comparison[] = []
  for (const [title, page] of screens) {
    const read = (server: ServerProcess) => readScreen(server, page, some(PAGES_PER_ROUND))
    rows.push({ title, target: 50, ...(await compare(`${title}, from memory`, [shop, constant], read)) })
  }
  await constant.stop()
  const { stale, staleElsewhere, longestMs } = await lookForOldAnswers(bench)
  return {
    sections: [{ heads: ['Page, from memory', 'Dogear', 'The same bytes, constant'], rows }],
    figures: [
      {
        title: `old answers after ${some(WRITES)} writes, on the instance that wrote`,
        value: stale,
        limit: 0,
        unit: 'pages',
      },
      {
        title: 'on another one, asked as soon as a write was acknowledged',
        value: staleElsewhere,
        limit: 0,
        unit: 'pages',
      },
      { title: 'there the last old answer was asked for, after the write', value: longestMs, unit: 'ms' },
    ],
  }
}

/** Claims copies one by one while visitors read the shop, and checks each copy's page after its claim. */
async function lookForOldAnswers({ db, databaseUrl, shop, dataDir, claims, some, say }: Bench) {
  const folder = path.join(dataDir, 'another-instance')
  // All instances on a database have the same keys.
  await cp(path.join(dataDir, 'keys'), path.join(folder, 'keys'), { recursive: true })
  const other = await startServer({ file: 'server/start.ts', readyPath: '/api/ready', dataDir: folder, databaseUrl })
  closeLater(() => other.stop())
  const leave = visitors([shop, other])
  const found = { stale: 0, staleElsewhere: 0, longestMs: 0 }
  // Spread over many buyers: each may claim a few.
  for (const [count, claim] of claims.slice(0, some(WRITES)).entries()) {
    const pages = [`/api/advertise/${claim.bookId}`, `/advertise/${claim.bookId}`]
    for (const { origin } of [shop, other]) await Promise.all(pages.map((path) => ask(origin, { path })))
    await send(shop.origin, 'POST', '/api/buy-now', claim.token, claimOf(claim.bookId))
    const claimedAt = performance.now()
    const own = await Promise.all(pages.map((page) => isReserved(shop, page)))
    found.stale += own.filter((isNew) => !isNew).length
    for (let isNew = false; !isNew;) {
      const after = performance.now() - claimedAt
      isNew = (await Promise.all(pages.map((page) => isReserved(other, page)))).every(Boolean)
      if (!isNew) found.staleElsewhere += 1
      if (!isNew) found.longestMs = Math.max(found.longestMs, after)
    }
    if ((count + 1) % 50 === 0) say(`old answers: ${count + 1} of ${some(WRITES)} writes`)
  }
  await leave()
  await other.stop()
  await takeBackClaims(db)
  return found
}

/** Whether a page shows its copy as claimed. */
async function isReserved({ origin }: ServerProcess, page: string): Promise<boolean> {
  const answer = await fetch(origin + page)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${page} was answered with ${answer.status}`)
  return page.startsWith('/api/')
    ? text.includes('"reserved":true')
    : text.includes('Reserved. It will be back on sale')
}

/** Visitors who read the busiest pages until they are stopped. */
function visitors(servers: ServerProcess[]): () => Promise<void> {
  const visit = { goesOn: true }
  const all = servers.flatMap(({ origin }) =>
    Array.from({ length: VISITORS }, async (_, at) => {
      const page = ['/', '/all-products', '/api/all-books?limit=24', '/advertises'][at % 4]!
      while (visit.goesOn) await (await fetch(origin + page)).arrayBuffer()
    }),
  )
  return async () => {
    visit.goesOn = false
    await Promise.all(all)
  }
}
