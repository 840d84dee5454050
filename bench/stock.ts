import { sql } from 'kysely'
import type { Pool } from 'pg'
import { MOST_OPEN_CLAIMS } from '#contract/orders/buy-now.ts'
import type { Role } from '#contract/call.ts'
import { refuseWith } from '#contract/problems.ts'
import { insertAccount } from '#server/accounts/accounts.public.ts'
import { clubTokens } from '#server/accounts/club-token.ts'
import { beginImport, importBooks } from '#server/books/import/import-books.ts'
import { listRules } from '#server/books/import/list-rules.ts'
import type { ListLine, ListRow } from '#server/books/import/list-row.ts'
import { findList, rowsOf } from '#server/books/import/read-list.ts'
import type { Db } from '#server/database/schema.ts'
import { deleteTradeOf } from '#server/orders/delete-trade.ts'
import { openDatabase, type ShopDatabase } from '#server/open-database.ts'
import { systemClock } from '#server/ports/clock.ts'
import { shopSecrets } from '#server/secrets/shop-secrets.ts'
import { fileSource } from '#tools/import/file-source.ts'

/** A possible claim: a signed-in buyer and a copy. */
export interface PossibleClaim {
  token: string
  bookId: string
}

const BUYERS = 400
const clock = systemClock

/** Lists titles under one seller and signs buyers in; returns as many claims as these buyers may make. */
export async function stockShop(db: Db, dataDir: string, titles: AsyncIterable<ListRow>): Promise<PossibleClaim[]> {
  const seller = await anAccount(db, 'seller', 'bench-seller')
  const shop = { currency: 'USD', claimSeconds: 3600, addressSecret: '' }
  const rules = await listRules({ db, clock, shop }, { given: {}, makeUpMissing: true })
  const importId = await beginImport({ db, clock }, { sellerId: seller.id, fileName: 'bench' })
  await importBooks({ db, clock, refuse: refuseWith }, { sellerId: seller.id, importId }, numbered(titles), rules)
  // As most of a shop's books: pages of those just listed are forgotten with each newer one.
  await sql`UPDATE books SET created_at = created_at - interval '30 days' WHERE seller_id = ${seller.id}`.execute(db)
  await sql`ANALYZE`.execute(db)

  const tokens: string[] = []
  for (let count = 0; count < BUYERS; count += 1)
    tokens.push(await tokenOf(dataDir, await anAccount(db, 'buyer', `bench-buyer-${count}`)))
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM books WHERE seller_id = ${seller.id} ORDER BY md5(id::text) LIMIT ${BUYERS * MOST_OPEN_CLAIMS}`.execute(
    db,
  )
  return rows.map(({ id: bookId }, index) => ({ bookId, token: tokens[index % BUYERS]! }))
}

/** Deletes the claims of these buyers without a trace; returns their number. */
export async function takeBackClaims(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; claims: number }>`
    SELECT a.id, count(o.id)::int AS claims FROM accounts a LEFT JOIN orders o ON o.buyer_id = a.id
    WHERE a.identity_id LIKE 'bench-buyer-%' GROUP BY a.id`.execute(db)
  const buyers = rows.map(({ id }) => id)
  await db.transaction().execute((tx) => deleteTradeOf(tx, buyers, clock.now()))
  await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(db)
  for (const table of ['orders', 'order_events', 'books', 'graphile_worker._private_jobs'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(db)
  return rows.reduce((sum, { claims }) => sum + claims, 0)
}

export async function anAccount(db: Db, role: Role, name: string): Promise<{ id: string; version: number }> {
  const person = { identityId: name, email: `${name}@example.org`, emailVerified: true, name, photoUrl: null, role }
  const account = await insertAccount(db, person, clock.now())
  if (!account) throw new Error(`${name} has an account already`)
  return account
}

/** A club token of this moment. */
export async function tokenOf(dataDir: string, { id, version }: { id: string; version: number }): Promise<string> {
  const tokens = clubTokens((await shopSecrets(dataDir)).clubToken, clock)
  return tokens.mint({ accountId: id, version, signedInAt: Math.floor(Date.now() / 1000) })
}

/** Opens the embedded database of a shop, which may be running. */
export const openShopDatabase = (dataDir: string, say: (line: string) => void): Promise<ShopDatabase> =>
  openDatabase({ database: { kind: 'embedded' }, dataDir }, { as: 'tool', program: 'npm run bench', say })

/** Whether the search has indexed all books. */
export async function isIndexed(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`SELECT WHERE EXISTS (SELECT FROM search.survey WHERE is_done)
    AND NOT EXISTS (SELECT FROM search.unindexed) AND NOT EXISTS (SELECT FROM search.changes)`)
  return rows.length > 0
}

async function* numbered(titles: AsyncIterable<ListRow>): AsyncGenerator<ListLine> {
  let line = 0
  for await (const row of titles) yield { line: (line += 1), row }
}

/** The first titles of a file; without one, made-up titles. */
export async function* titlesFrom(file: string | undefined, count: number): AsyncGenerator<ListRow> {
  if (!file) return yield* madeUpTitles(count)
  let taken = 0
  for await (const line of rowsOf(await findList(await fileSource(file)))) {
    if (taken === count) return
    taken += 1
    if ('row' in line) yield line.row
  }
}

const FORMS = ['The', 'A Short History of the', 'Letters to the', 'Beyond the', 'Notes on the', 'The Last']
const THINGS = ['Lighthouse', 'Orchard', 'Night Train', 'Harbour', 'Glass Mountain', 'Winter Kitchen', 'Paper Garden']
const PLACES = ['of Arden', 'at the Border', 'in the Rain', 'Without Doors', 'and Other Stories', 'by the Sea']
const SYLLABLES = 'ba cor del fen gar hol jas kem lun mar nor pel quin ros sel tor ven wil yor zan'.split(' ')
const PEOPLE = ['Ada Winter', 'Jonas Field', 'Mira Okafor', 'Tomás Rey', 'Lin Hua', 'Greta Sommer', 'Paul Ashby']

/** One in a hundred titles is of the same town, and few have the same author: words are as frequent as in libraries. */
async function* madeUpTitles(count: number): AsyncGenerator<ListRow> {
  const pick = (words: string[], at: number) => words[at % words.length]!
  const made = (number: number) => pick(SYLLABLES, number) + pick(SYLLABLES, Math.floor(number / SYLLABLES.length))
  for (let at = 0; at < count; at += 1) {
    const volume = Math.floor(at / 250)
    const town = `${made(at % 97)}ton`
    const stranger = made(Math.floor(at / 2)) + pick(SYLLABLES, Math.floor(at / 2 / SYLLABLES.length ** 2))
    yield {
      title: `${pick(FORMS, at)} ${pick(THINGS, at)} ${pick(PLACES, Math.floor(at / 42))} near ${town}, volume ${volume + 1}, no. ${at}`,
      authors: `${pick(PEOPLE, at)}, ${pick(PEOPLE, at + volume + 1)} ${stranger}`,
      firstPublished: String(1900 + (at % 120)),
      language: 'en',
    }
  }
}
