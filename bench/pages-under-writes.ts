import { cp } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { closeLater } from '#tools/run-and-close.ts'
import { CATEGORIES, writeToCatalogue, type EditedBook, type Seller } from './catalogue-writes.ts'
import { makeClaims } from './load.ts'
import type { Bench, Measured } from './parts.ts'
import { readAsVisitors, readEachOnce, type Ledger } from './pages-of-visitors.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { anAccount, takeBackClaims, tokenOf } from './stock.ts'

const SELLERS = 200
/** Of a busy club, and of the target. */
const WRITES_PER_SECOND = { few: 5, many: 50 }
const READERS = 16
const BOOK_PAGES = 2000
const CLAIMING = 8
const SECONDS = 60
/** Claims of a round. */
const CLAIMS = 800

/**
 * Measures pages while books are sold, edited and listed: the share from memory, and answers that lack a write that was
 * acknowledged before they were asked for, at one instance and at two. And claims, with and without a program beside it
 * that goes by one version for the whole catalogue.
 */
export async function measurePagesUnderWrites(bench: Bench): Promise<Measured> {
  const { db, databaseUrl, shop, dataDir, claims, compare, say } = bench
  const sellers = await spreadOverSellers(bench)
  const calm = await run(bench, sellers, [shop], WRITES_PER_SECOND.few)
  say(`one instance, few writes: ${describe(calm)}`)
  await takeBackClaims(db)
  const one = await run(bench, sellers, [shop], WRITES_PER_SECOND.many)
  say(`one instance: ${describe(one)}`)
  await takeBackClaims(db)
  const folder = path.join(dataDir, 'another-instance')
  await cp(path.join(dataDir, 'keys'), path.join(folder, 'keys'), { recursive: true })
  const other = await startServer({ file: 'server/start.ts', readyPath: '/api/ready', dataDir: folder, databaseUrl })
  closeLater(() => other.stop())
  const two = await run(bench, sellers, [shop, other], WRITES_PER_SECOND.many)
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
    const round = await alone()
    await older.end()
    return round
  }
  const claimed = await compare('claims', [shop, shop], { ours: alone, bare: besideOlder })
  const heads: [string, string, string] = ['Load', 'Dogear', 'Beside a program that raises one version']
  return {
    sections: [{ heads, rows: [{ title: `claims on ${CLAIMING} connections`, target: 130, ...claimed }] }],
    figures: [
      ...figures('one instance, few writes', calm),
      ...figures('one instance', one),
      ...figures('two instances', two),
    ].concat({
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

async function run(
  { db, claims }: Bench,
  sellers: readonly Seller[],
  shops: readonly ServerProcess[],
  perSecond: number,
) {
  const { rows: books } = await sql<EditedBook>`
    SELECT id, seller_id AS "sellerId", category, revision FROM books WHERE seller_id = ANY (${sellers.map(({ id }) => id)})
      AND state = 'unsold' AND removed_at IS NULL ORDER BY md5(id::text || 'x') LIMIT ${BOOK_PAGES}`.execute(db)
  const ledger: Ledger = { shown: new Map(), changing: new Set(), reads: 0, checked: 0, old: 0 }
  const visit = { goesOn: true }
  const ids = books.map(({ id }) => id)
  // The pages are there already, as they are in a shop that runs.
  for (const shop of shops) await readEachOnce(shop, ids, READERS)
  const readers = Array.from({ length: READERS }, (_, at) =>
    readAsVisitors(shops[at % shops.length]!, ids, ledger, visit),
  )
  const before = await countsOf(shops)
  const readBefore = ledger.reads
  const writes = await writeToCatalogue(
    { shops, sellers, books, claims, perSecond, seconds: SECONDS, atOnce: CLAIMING },
    ledger,
  )
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
