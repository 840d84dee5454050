import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { emptyIndex } from '#tests/kit/search/empty-index.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { beginIndex, indexBooks } from '#server/search/index-books.ts'

const { services } = await startTestServer()
const { db } = services

const sellers = [await anAccount(services, 'seller'), await anAccount(services, 'seller', { emailVerified: false })]
const { id: unverified } = sellers[1]!
let salt = 0
/** A number from 0 on, below `most`: chance that is the same in each run. */
const chance = (most: number) => sql.raw(`(abs(hashint4(resale_price * 31 + ${(salt += 1)})) % ${most})`)
const pick = (...values: string[]) => sql`(ARRAY[${sql.raw(values.join(', '))}])[1 + ${chance(values.length)}]`
const category = () => pick(`'novel-book'`, `'story-book'`, 'NULL')
const condition = () => pick(`'good'`, `'fair'`, 'NULL')
const language = () => pick(`'en'`, `'de'`, `'fr'`, 'NULL')
const location = () => pick(`'Old Town'`, `'old tówn'`, `'Station'`, `''`)
const photos = () => sql`CASE WHEN ${chance(2)} = 0 THEN ARRAY['/a.webp'] ELSE '{}' END`

let listed = 0
const list = (many: number) =>
  sql`
  INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase, category,
    condition, language, binding, location, images)
  SELECT (${sellers.map(({ id }) => id)}::uuid[])[1 + ${chance(2)}], 'Volume ' || ${chance(7)}, 'A. Writer', 900, resale_price,
    'USD', 2020, ${category()}, ${condition()}, ${language()}, ${pick(`'paperback'`, 'NULL')}, ${location()}, ${photos()}
  FROM generate_series(${(listed += many) - many + 100}::int, ${listed + 99}::int) AS resale_price`.execute(db)
const change = (values: ReturnType<typeof sql>) => sql`UPDATE books SET ${values} WHERE ${chance(4)} = 0`.execute(db)
const trades = [
  () => list(30),
  () => change(sql`category = ${category()}, language = ${language()}`),
  () => change(sql`location = ${location()}, condition = ${condition()}`),
  () => change(sql`title = 'Volume 8', images = ${photos()}`),
  () => change(sql`is_paused = NOT is_paused`),
  () => sql`DELETE FROM books WHERE ${chance(10)} = 0`.execute(db),
  () => sql`UPDATE accounts SET email_verified = NOT email_verified WHERE id = ${unverified}`.execute(db),
]

/** The kept sums, and the same counted from all copies. */
async function sums() {
  const facts = sql`category, condition, language, binding, is_verified, has_photo`
  const read = async (statement: ReturnType<typeof sql>) => (await statement.execute(db)).rows
  const order = sql`ORDER BY 1, 2, 3, 4, 5, 6`
  const kept = {
    counts: await read(sql`SELECT ${facts}, copies FROM search.counts ${order}`),
    places: await read(sql`SELECT place, copies FROM search.places ORDER BY place`),
  }
  const counted = {
    counts: await read(sql`
      SELECT ${facts}, count(*)::int AS copies FROM search.books WHERE availability = 0 GROUP BY ${facts} ${order}`),
    places: await read(sql`
      SELECT place, count(*)::int AS copies FROM search.books WHERE availability = 0 AND place <> ''
      GROUP BY place ORDER BY place`),
  }
  return { kept, counted }
}

test('after any trade, and an interrupted batch, the kept sums are what counting finds', async () => {
  for (let turn = 0; turn < 30; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await trades[turn % trades.length]!()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await indexBooks(services)
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { kept, counted } = await sums()
    expect({ turn, ...kept }).toEqual({ turn, ...counted })
  }
  const before = await sums()
  expect(before.kept.counts.length).toBeGreaterThan(30)
  expect(before.kept.places).toHaveLength(2)

  await list(5)
  await sql`ALTER TABLE search.texts ADD CONSTRAINT torn CHECK (false) NOT VALID`.execute(db)
  await expect(indexBooks(services)).rejects.toThrow('torn')
  expect(await sums()).toEqual(before)
  await sql`ALTER TABLE search.texts DROP CONSTRAINT torn`.execute(db)
  await indexBooks(services)
  const after = await sums()
  expect(after.kept).toEqual(after.counted)
  expect(after).not.toEqual(before)
})

test('an emptied index has none, and a rebuilt one has the same', async () => {
  const before = await sums()
  await emptyIndex(db)
  expect((await sums()).kept).toEqual({ counts: [], places: [] })
  await beginIndex(services)
  await indexBooks(services)
  expect(await sums()).toEqual(before)
})
