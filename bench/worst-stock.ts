import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { keepMapParts } from '#server/books/dated/keep-parts.ts'
import { keepDemoOut } from '#server/demo/keep-demo-out.ts'
import { systemClock } from '#server/ports/clock.ts'
import type { ServerProcess } from './server-process.ts'
import { readTitles, settle, stockCopies } from './stock-copies.ts'
import { isIndexed, openShopDatabase, titlesFrom, tokenOf } from './stock.ts'

/** Material of the worst cases. */
export interface Stock {
  /** Ids of books for sale. */
  books: string[]
  /** The seller with the most books. */
  seller: string
  /** The most frequent words of titles, commonest first. */
  common: string[]
  places: string[]
  /** Cursor of a page near the end of the newest books. */
  farCursor: string
  /** Addresses of parts of the site map. */
  maps: string[]
  /** Club token of the largest seller; any member may become one. */
  token: string
}

const COMMON_WORDS = 24
const LARGEST_SELLER = 10_000
const SAVED_SEARCHES = 10_000

/** Stocks a shop with so many copies for sale and the data that grow with them; reuses a folder that has one. */
export async function stockWorst(
  dataDir: string,
  size: number,
  { startShop, say }: { startShop: (dataDir: string) => Promise<ServerProcess>; say: (line: string) => void },
): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const closed = await openShopDatabase(dataDir, say)
  const { rows } = await closed.pool.query<{ there: number }>('SELECT count(*)::int AS there FROM books')
  if (rows[0]!.there >= size) return closed.close()
  say(`worst: putting ${size.toLocaleString('en')} copies on sale.`)
  await keepDemoOut({ db: closed.db, clock: systemClock })
  await stockCopies(closed.url, await readTitles(titlesFrom(process.env.BOOKS_CSV, 12_000)), size)
  await closed.close()
  const shop = await startShop(dataDir)
  const { pool, db, url, close } = await openShopDatabase(dataDir, say)
  while (!(await isIndexed(pool))) await sleep(500)
  await pool.query(
    `UPDATE books SET seller_id = (SELECT seller_id FROM books LIMIT 1) WHERE id IN (SELECT id FROM books ORDER BY id LIMIT $1)`,
    [LARGEST_SELLER],
  )
  await pool.query(SAVE_SEARCHES, [SAVED_SEARCHES])
  while (!(await isIndexed(pool))) await sleep(500)
  await keepMapParts({ db })
  await settle(url)
  await close()
  await shop.stop()
}

/** Saved searches with frequent words, by as many people as there are sellers. */
const SAVE_SEARCHES = `
  INSERT INTO wants (account_id, search, name, key_word, often, created_at)
  SELECT a.id, 'q=' || w.word || '+' || n || '&price_to=' || n, 'Mine', w.word, 'daily', now()
  FROM generate_series(1, $1::int) AS n
  JOIN (SELECT word, row_number() OVER (ORDER BY works DESC) AS at FROM search.words ORDER BY works DESC LIMIT 40) w
    ON w.at = 1 + n % 40
  JOIN (SELECT id, row_number() OVER (ORDER BY id) AS at, count(*) OVER () AS all_of_them FROM accounts) a
    ON a.at = 1 + n % a.all_of_them`

/** Reads the material of the worst cases; the same each time. */
export async function readStock(pool: Pool, shop: ServerProcess, dataDir: string): Promise<Stock> {
  const column = async (statement: string, parameters: unknown[] = []) =>
    (await pool.query<{ one: string }>(statement, parameters)).rows.map(({ one }) => one)
  const [seller = ''] = await column('SELECT seller_id AS one FROM books GROUP BY 1 ORDER BY count(*) DESC LIMIT 1')
  const common = await column(
    `SELECT word AS one FROM search.words WHERE length(word) > 1 ORDER BY works DESC LIMIT $1`,
    [COMMON_WORDS],
  )
  const { rows: accounts } = await pool.query<{ version: number }>('SELECT version FROM accounts WHERE id = $1', [
    seller,
  ])
  const [farCursor = ''] = await column(`
    SELECT translate(encode(convert_to(json_build_array('newest', id, created_at::text)::text, 'UTF8'), 'base64'), E'+/\\n=', '-_') AS one
    FROM books ORDER BY created_at OFFSET 500 LIMIT 1`)
  const index = await (await fetch(`${shop.origin}/sitemap.xml`)).text()
  return {
    books: await column('SELECT id::text AS one FROM books ORDER BY md5(id::text) LIMIT 200'),
    seller,
    common,
    places: await column('SELECT DISTINCT location AS one FROM books ORDER BY 1'),
    farCursor,
    token: await tokenOf(dataDir, { id: seller, version: accounts[0]!.version }),
    maps: [...index.matchAll(/\/sitemaps\/books-\d+\.xml/g)].map(([map]) => map),
  }
}
