import { cp } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { Client } from 'pg'
import { exampleBook } from '#contract/examples.ts'
import { closeLater } from '#tools/run-and-close.ts'
import { AS_A_BROWSER, claimOf, send } from './ask.ts'
import { makeClaims } from './load.ts'
import type { Bench, Measured } from './parts.ts'
import { compare } from './rounds.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { anAccount, takeBackClaims, tokenOf, type PossibleClaim } from './stock.ts'

const SELLERS = 200
const WRITES_PER_SECOND = 50
const READERS = 16
const BOOK_PAGES = 2000
const CLAIMING = 8
const SECONDS = 60
/** Claims of a round. */
const CLAIMS = 800

interface Seller {
  id: string
  token: string
}

interface EditedBook {
  id: string
  sellerId: string
  category: string
  revision: number
}

interface Shown {
  /** Words that a page of the book has from a moment on. */
  words: string
  since: number
}

/** What was acknowledged of each book, and what was read after it. */
interface Ledger {
  shown: Map<string, Shown>
  changing: Set<string>
  reads: number
  checked: number
  old: number
}

/**
 * Measures pages while books are sold, edited and listed: the share from memory, and answers that lack a write that was
 * acknowledged before they were asked for, at one instance and at two. And claims, with and without a program beside it
 * that goes by one version for the whole catalogue.
 */
export async function measurePagesUnderWrites(bench: Bench): Promise<Measured> {
  const { db, databaseUrl, shop, dataDir, claims, say } = bench
  const sellers = await spreadOverSellers(bench)
  const one = await run(bench, sellers, [shop])
  say(`one instance: ${describe(one)}`)
  await takeBackClaims(db)
  const folder = path.join(dataDir, 'another-instance')
  await cp(path.join(dataDir, 'keys'), path.join(folder, 'keys'), { recursive: true })
  const other = await startServer({ file: 'server/start.ts', readyPath: '/api/ready', dataDir: folder, databaseUrl })
  closeLater(() => other.stop())
  const two = await run(bench, sellers, [shop, other])
  say(`two instances: ${describe(two)}`)
  await other.stop()
  await takeBackClaims(db)
  const { rssBytes } = await shop.usage()
  const alone = async () => {
    const round = await makeClaims(shop, claims.slice(0, CLAIMS), CLAIMING)
    await takeBackClaims(db)
    return round
  }
  const besideOlder = async () => {
    const older = new Client({ connectionString: databaseUrl, application_name: 'dogear listener' })
    await older.connect()
    return alone().finally(() => older.end())
  }
  const claimed = await compare('claims', [shop, shop], { ours: alone, bare: besideOlder }, say)
  const heads: [string, string, string] = ['Load', 'Dogear', 'Beside a program that raises one version']
  return {
    sections: [{ heads, rows: [{ title: `claims on ${CLAIMING} connections`, target: 130, ...claimed }] }],
    figures: [...figures('one instance', one), ...figures('two instances', two)].concat({
      title: 'memory of the server then',
      value: rssBytes / 1e6,
      limit: 300,
      unit: 'MB',
    }),
  }
}

type Outcome = Awaited<ReturnType<typeof run>>
const describe = ({ hits, misses, writes, ledger }: Outcome) =>
  `${ledger.reads} reads, ${misses} rendered of ${hits + misses}, ${writes} writes, ${ledger.old} old of ${ledger.checked}`

const figures = (where: string, { hits, misses, writes, seconds, ledger }: Outcome) => [
  { title: `${where}: pages that had to be rendered`, value: (100 * misses) / (hits + misses), limit: 10, unit: '%' },
  {
    title: `${where}: old answers of ${ledger.checked} after an acknowledged write`,
    value: ledger.old,
    limit: 0,
    unit: 'answers',
  },
  { title: `${where}: reads`, value: ledger.reads / seconds, unit: 'a second' },
  { title: `${where}: writes`, value: writes / seconds, unit: 'a second' },
]

/** Gives the books to many sellers, as in a club. */
async function spreadOverSellers({ db, dataDir }: Bench): Promise<Seller[]> {
  const sellers: Seller[] = []
  for (let at = 0; at < SELLERS; at += 1) {
    const account = await anAccount(db, 'seller', `bench-member-${at}`)
    sellers.push({ id: account.id, token: await tokenOf(dataDir, account) })
  }
  await sql`
    UPDATE books SET seller_id = (${sellers.map(({ id }) => id)}::uuid[])[1 + abs(hashtext(books.id::text)) % ${SELLERS}],
      category = (${CATEGORIES}::text[])[1 + abs(hashtext(books.id::text || '.')) % 3]
    FROM accounts a WHERE a.id = books.seller_id AND a.identity_id = 'bench-seller'`.execute(db)
  await sql`VACUUM ANALYZE books`.execute(db)
  return sellers
}

async function run({ db, claims }: Bench, sellers: readonly Seller[], shops: readonly ServerProcess[]) {
  const { rows: books } = await sql<EditedBook>`
    SELECT id, seller_id AS "sellerId", category, revision FROM books WHERE seller_id = ANY (${sellers.map(({ id }) => id)})
      AND state = 'unsold' AND removed_at IS NULL ORDER BY md5(id::text || 'x') LIMIT ${BOOK_PAGES}`.execute(db)
  const ledger: Ledger = { shown: new Map(), changing: new Set(), reads: 0, checked: 0, old: 0 }
  const visit = { goesOn: true }
  const ids = books.map(({ id }) => id)
  const readers = Array.from({ length: READERS }, (_, at) => read(shops[at % shops.length]!, ids, ledger, visit))
  // The pages are there already, as they are in a shop that runs.
  await sleep((1000 * SECONDS) / 4)
  const before = await countsOf(shops)
  const readBefore = ledger.reads
  const writes = await write({ shops, sellers, books, claims: claims.slice(0, 1500) }, ledger)
  const after = await countsOf(shops)
  visit.goesOn = false
  await Promise.all(readers)
  ledger.reads -= readBefore
  return { hits: after.hit - before.hit, misses: after.miss - before.miss, writes, seconds: SECONDS, ledger }
}

/** Sums of what the instances' page caches have answered. */
async function countsOf(shops: readonly ServerProcess[]) {
  const sums = { hit: 0, miss: 0 }
  for (const { origin } of shops) {
    const text = await (await fetch(`${origin}/api/metrics`)).text()
    for (const [, result, count] of text.matchAll(/^dogear_page_cache_requests_total\{result="(hit|miss)"\} (\d+)/gm))
      sums[result as keyof typeof sums] += Number(count)
  }
  return sums
}

const LISTS = [
  '/all-products',
  '/books/novel-book',
  '/books/story-book',
  '/books/cook-book',
  '/all-products?sort=price',
]

/** Home, lists and books, the books in Zipf's proportions. */
async function read(shop: ServerProcess, ids: readonly string[], ledger: Ledger, visit: { goesOn: boolean }) {
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

/** Reads a book's page, and looks whether it is as was acknowledged before. */
async function readBook(shop: ServerProcess, id: string, ledger: Ledger, agent?: Agent): Promise<void> {
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

const CATEGORIES = ['novel-book', 'story-book', 'cook-book']
const listing = (name: string, category: string) => ({
  ...{ ...exampleBook, book_img: '', book_name: name, book_writer: `The writer of ${name}`, category_name: category },
})

interface Writing {
  shops: readonly ServerProcess[]
  sellers: readonly Seller[]
  books: EditedBook[]
  claims: readonly PossibleClaim[]
}

/** Sells, edits and lists in turns, so many a second; reads each written page at every instance at once. */
async function write({ shops, sellers, books, claims }: Writing, ledger: Ledger): Promise<number> {
  const tokens = new Map(sellers.map(({ id, token }) => [id, token]))
  const edited = books.filter(({ id }) => !claims.some(({ bookId }) => bookId === id))
  const all = WRITES_PER_SECOND * SECONDS
  const underWay = new Set<Promise<void>>()
  let done = 0
  const change = async (id: string, words: string, work: () => Promise<unknown>) => {
    ledger.changing.add(id)
    await work()
    ledger.shown.set(id, { words, since: performance.now() })
    ledger.changing.delete(id)
    for (const shop of shops) await readBook(shop, id, ledger)
  }
  const one = async (at: number) => {
    const { origin } = shops[at % shops.length]!
    const turn = Math.floor(at / 3)
    const claim = claims[turn]
    if (at % 3 === 0 && claim)
      await change(claim.bookId, 'Reserved. It will be back on sale', () =>
        send(origin, 'POST', '/api/buy-now', claim.token, claimOf(claim.bookId)),
      )
    else if (at % 3 === 1) {
      const book = edited[(turn * 7) % edited.length]!
      if (ledger.changing.has(book.id)) return
      const name = `Edition ${at} of this bench`
      const address = `/api/my-books/${book.id}?revision=${book.revision}`
      await change(book.id, name, async () => {
        await send(origin, 'PATCH', address, tokens.get(book.sellerId)!, listing(name, book.category))
        book.revision += 1
      })
    } else
      await send(
        origin,
        'POST',
        '/api/add-product',
        sellers[at % SELLERS]!.token,
        listing(`Listing ${at}`, CATEGORIES[at % 3]!),
      )
    done += 1
  }
  const start = performance.now()
  for (let at = 0; at < all; at += 1) {
    const early = start + (at * 1000) / WRITES_PER_SECOND - performance.now()
    if (early > 0) await sleep(early)
    if (performance.now() - start > 1000 * SECONDS) break
    if (underWay.size >= CLAIMING) await Promise.race(underWay)
    const writing = one(at)
    underWay.add(writing)
    void writing.finally(() => underWay.delete(writing)).catch(() => {})
  }
  await Promise.all(underWay)
  return done
}
