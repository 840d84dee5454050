import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { refuseWith } from '#contract/problems.ts'
import { insertAccount } from '#server/accounts/accounts.public.ts'
import { beginImport, importBooks } from '#server/books/import/import-books.ts'
import { listRules } from '#server/books/import/list-rules.ts'
import { findList, rowsOf } from '#server/books/import/read-list.ts'
import type { Db } from '#server/database/schema.ts'
import { openDatabase, type ShopDatabase } from '#server/open-database.ts'
import { systemClock as clock } from '#server/ports/clock.ts'
import { beginIndex, indexBooks } from '#server/search/index-books.ts'
import { seeded } from '#tests/kit/search/real-titles.ts'
import { fileSource } from '#tools/import/file-source.ts'
import { closeLater } from '#tools/run-and-close.ts'
import type { Shown } from './patterns.ts'

/** A work of the shop, which is what every system looks for. `isbn` is '' where none of its copies has one. */
export interface Work extends Shown {
  id: string
  isbn: string
}

export interface StockedShop extends Pick<ShopDatabase, 'db' | 'pool'> {
  works: Work[]
  /** The work of each copy, by the copy's id. */
  workOf: ReadonlyMap<string, string>
}

const CURRENCY = 'USD'
const HOUR_MS = 3_600_000
const DAYS_SEED = 40
const log = { info: () => {}, warn: console.error, error: console.error }

/**
 * Opens a shop of its own on the embedded PostgreSQL, imports the list, has its books listed an hour apart in a random
 * order that is the same in each run, and builds the search index. Closed and removed at the program's end.
 */
export async function openStockedShop(file: string): Promise<StockedShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dogear-relevance-'))
  closeLater(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  // As root, PostgreSQL runs as another user, who has to get there.
  await chmod(dataDir, 0o755)
  const place = { database: { kind: 'embedded' as const }, dataDir }
  const { db, pool, close } = await openDatabase(place, { as: 'shop', program: 'npm run relevance', say: () => {} })
  closeLater(close)
  await importList(db, file)
  await shuffleListingTimes(db)
  await beginIndex({ db, log })
  await indexBooks({ db, log })
  await sql`ANALYZE`.execute(db)
  return { db, pool, ...(await readWorks(db)) }
}

async function importList(db: Db, file: string): Promise<void> {
  const person = { identityId: 'relevance', email: 'relevance@example.org', emailVerified: true, name: 'Seller' }
  const seller = await insertAccount(db, { ...person, photoUrl: null, role: 'seller' }, clock.now())
  const shop = { currency: CURRENCY, claimSeconds: 3600, addressSecret: '' }
  const rules = await listRules({ db, clock, shop }, { given: {}, makeUpMissing: true })
  const importId = await beginImport({ db, clock }, { sellerId: seller!.id, fileName: 'relevance' })
  const services = { db, clock, refuse: refuseWith }
  const lines = rowsOf(await findList(await fileSource(file)))
  await importBooks(services, { sellerId: seller!.id, importId }, lines, rules)
}

/** The list begins with the best known books, and of equal results the search shows the newest first. */
async function shuffleListingTimes(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM books ORDER BY created_at DESC, id`.execute(db)
  const random = seeded(DAYS_SEED)
  const shuffled = rows.map(({ id }) => ({ id, place: random() })).toSorted((one, other) => one.place - other.place)
  const times = shuffled.map((_, at) => new Date(Date.now() - at * HOUR_MS))
  await sql`
    UPDATE books b SET created_at = given.time
    FROM unnest(${shuffled.map(({ id }) => id)}::uuid[], ${times}::timestamptz[]) AS given(id, time)
    WHERE b.id = given.id`.execute(db)
}

/** Works as the shop groups its copies; the oldest copy's title and author stand for them. */
async function readWorks(db: Db): Promise<Pick<StockedShop, 'works' | 'workOf'>> {
  const { rows } = await sql<Work & { bookId: string }>`
    SELECT s.work_id AS id, b.id AS "bookId", b.title, b.author, coalesce(b.isbn, '') AS isbn
    FROM search.books s JOIN books b ON b.id = s.book_id ORDER BY b.created_at DESC`.execute(db)
  const works = new Map(rows.map(({ id, title, author, isbn }) => [id, { id, title, author, isbn }]))
  return { works: [...works.values()], workOf: new Map(rows.map(({ bookId, id }) => [bookId, id])) }
}
