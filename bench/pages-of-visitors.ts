import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { AS_A_BROWSER } from './ask.ts'
import type { ServerProcess } from './server-process.ts'

interface Shown {
  /** Words that a page of the book has from a moment on. */
  words: string
}

/** What was acknowledged of each book, and what was read after it. */
export interface Ledger {
  shown: Map<string, Shown>
  changing: Set<string>
  reads: number
  checked: number
  old: number
}

const LISTS = [
  '/all-products',
  '/books/novel-book',
  '/books/story-book',
  '/books/cook-book',
  '/all-products?sort=price',
]

/** Home, lists and books, the books in Zipf's proportions. */
export async function readAsVisitors(
  shop: ServerProcess,
  ids: readonly string[],
  ledger: Ledger,
  visit: { goesOn: boolean },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const harmonic = ids.map((_, at) => 1 / (at + 1))
  for (let at = 1; at < harmonic.length; at += 1) harmonic[at]! += harmonic[at - 1]!
  while (visit.goesOn) {
    const dice = Math.random()
    if (dice < 0.3) await get(shop, dice < 0.15 ? '/' : LISTS[Math.floor(Math.random() * LISTS.length)]!, agent)
    else {
      const place = Math.random() * harmonic.at(-1)!
      await readBook(shop, ids[harmonic.findIndex((sum) => sum >= place)]!, ledger, agent)
    }
    ledger.reads += 1
  }
  agent.destroy()
}

/** Reads all these pages, so many at once. */
export async function readEachOnce(shop: ServerProcess, ids: readonly string[], readers: number): Promise<void> {
  const pages = ['/', ...LISTS, ...ids.map((id) => `/advertise/${id}`)].values()
  const read = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const page of pages) await get(shop, page, agent)
    agent.destroy()
  }
  await Promise.all(Array.from({ length: readers }, read))
}

/** Reads a book's page, and looks whether it is as was acknowledged before. */
export async function readBook(shop: ServerProcess, id: string, ledger: Ledger, agent?: Agent): Promise<void> {
  const expected = ledger.changing.has(id) ? undefined : ledger.shown.get(id)
  const page = await get(shop, `/advertise/${id}`, agent)
  // Another write may have come between.
  if (!expected || ledger.shown.get(id) !== expected || ledger.changing.has(id)) return
  ledger.checked += 1
  if (!page.includes(expected.words)) ledger.old += 1
}

async function get({ origin }: ServerProcess, page: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    request(origin + page, { headers: AS_A_BROWSER, ...(agent && { agent }) }, (answer) => {
      buffer(answer).then((body) => {
        if (answer.statusCode !== 200) reject(new Error(`${page} was answered with ${answer.statusCode}`))
        else resolve(String(answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body))
      }, reject)
    })
      .on('error', reject)
      .end()
  })
}
