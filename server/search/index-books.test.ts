import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import { emptyIndex } from '#tests/kit/search/empty-index.ts'
import { listTitles, realTitles } from '#tests/kit/search/real-titles.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { beginIndex, hasChanges, indexBooks } from './index-books.ts'
import { nextUnindexed } from './search-queue.sql.ts'

const server = await startTestServer()
const { services, send } = server
const { db } = services

const seller = await anAccount(services, 'seller')
const buyer = await anAccount(services, 'buyer')
const titles = (await realTitles()).slice(0, 700)
// Two copies of each.
for (let turn = 0; turn < 2; turn += 1) await listTitles(db, seller.id, titles)

/** The whole index, but for the ids of works. */
async function contents(): Promise<Record<string, unknown[]>> {
  const copies = sql`ARRAY(SELECT book_id FROM search.books s WHERE s.work_id = w.id ORDER BY book_id)`
  const tables = {
    works: sql`SELECT title, author, title_words, author_words, main_title, words::text, for_sale, is_reserved,
      lowest_price, newest_at::text, facts, ${copies} AS copies FROM search.works w ORDER BY copies`,
    forms: sql`SELECT to_jsonb(f) - 'work_id' AS form FROM search.forms f ORDER BY id`,
    blocks: sql`SELECT block, form_id FROM search.form_blocks ORDER BY block, form_id`,
    copies: sql`SELECT to_jsonb(s) - 'work_id' AS copy FROM search.books s ORDER BY s.book_id`,
    texts: sql`SELECT book_id, words::text FROM search.texts ORDER BY book_id`,
    words: sql`SELECT word, works FROM search.words ORDER BY word`,
    spellings: sql`SELECT spelling, word FROM search.spellings ORDER BY spelling, word`,
    counts: sql`SELECT * FROM search.counts ORDER BY 1, 2, 3, 4, 5, 6`,
    places: sql`SELECT place, copies FROM search.places ORDER BY place`,
  }
  const read = Object.entries(tables).map(async ([name, query]): Promise<[string, unknown[]]> => [
    name,
    (await query.execute(db)).rows,
  ])
  return Object.fromEntries(await Promise.all(read))
}

async function rebuild(): Promise<Record<string, unknown[]>> {
  await emptyIndex(db)
  expect(await beginIndex(services)).toBe(true)
  await indexBooks(services)
  expect(await hasChanges(db)).toBe(false)
  return contents()
}

/** Writes of sellers and buyers during the build. */
async function trade(turn: number): Promise<void> {
  const some = sql`(SELECT id FROM books WHERE state = 'unsold' ORDER BY id LIMIT 3 OFFSET ${turn * 3})`
  const { title, author } = titles[turn]!
  await listTitles(db, seller.id, [{ title: `${title} Revisited`, author, isbn: null }])
  await sql`UPDATE books SET title = ${`Zebra Almanac ${turn}`}, author = 'Zoe Zander' WHERE id IN ${some}`.execute(db)
  await sql`UPDATE books SET resale_price = 300 + ${turn} WHERE title = ${title}`.execute(db)
  await sql`DELETE FROM books WHERE id IN (
    SELECT id FROM books WHERE state = 'unsold' ORDER BY id DESC LIMIT 1 OFFSET ${turn})`.execute(db)
  if (turn >= 5) return
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM books WHERE state = 'unsold' AND title = ${titles[100 + turn]!.title} LIMIT 1`.execute(db)
  const { status } = await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(rows[0]!.id) })
  expect(status).toBeLessThan(300)
}

test('an index built during writes, with an interrupted builder, equals a fresh one', async () => {
  await emptyIndex(db)
  const ending = new AbortController()
  const build = async () => {
    for (let isDone = false; !isDone;) isDone = await beginIndex(services)
    await indexBooks(services, ending.signal)
  }
  const ended = build()
  for (let turn = 0; turn < 10; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, beside what builds
    await trade(turn)
    if (turn === 2) ending.abort()
  }
  await ended
  // Another run resumes the build while trade continues.
  const goesOn = indexBooks(services)
  // oxlint-disable-next-line no-await-in-loop -- as above
  for (let turn = 10; turn < 20; turn += 1) await trade(turn)
  await goesOn
  while (await hasChanges(db)) await indexBooks(services)
  const built = await contents()
  expect(built.works!.length).toBeGreaterThan(600)
  expect(built.copies!.length).toBeGreaterThan(1300)
  expect(await rebuild()).toEqual(built)
})

test('an interrupted batch is rolled back and repeated', async () => {
  await emptyIndex(db)
  await beginIndex(services)
  await sql`ALTER TABLE search.spellings ADD CONSTRAINT torn CHECK (word <> 'zebra')`.execute(db)
  await expect(indexBooks(services)).rejects.toThrow('torn')
  await sql`ALTER TABLE search.spellings DROP CONSTRAINT torn`.execute(db)
  expect(await hasChanges(db)).toBe(true)
  await indexBooks(services)
  const built = await contents()
  expect(await rebuild()).toEqual(built)
})

test('a book listed before the full build has queued all books doesn’t keep any of them out', async () => {
  const whole = await rebuild()
  await emptyIndex(db)
  await sql`INSERT INTO search.changes (book_id) SELECT id FROM books LIMIT 1`.execute(db)
  await indexBooks(services)
  await beginIndex(services)
  await indexBooks(services)
  expect(await contents()).toEqual(whole)
})

test('while another program builds the index, a second call returns at once', async () => {
  await emptyIndex(db)
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(4010710175)`.execute(tx)
    expect(await beginIndex(services)).toBe(false)
    await indexBooks(services)
  })
  expect(await beginIndex(services)).toBe(true)
  await indexBooks(services)
  expect(await hasChanges(db)).toBe(false)
})

test('the next books are looked up where the last batch ended, however many came before', async () => {
  await emptyIndex(db)
  await sql`INSERT INTO search.unindexed (title, book_id) SELECT n::text, gen_random_uuid() FROM generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`ANALYZE search.unindexed, search.survey`.execute(db)
  expect(await planOf(db, nextUnindexed(100))).toMatch(/Index Cond: \(ROW\(title, book_id\) >/)
  await emptyIndex(db)
})
