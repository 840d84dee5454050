import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { MOST_LOCATIONS, type SearchSummary } from '#contract/search/search-calls.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { indexBooks } from '#server/search/index-books.ts'

// More copies than are read for counts, in more works with a word than are ranked.
const WORKS = 900
const COPIES = 4
const PLACES = 70

const server = await startTestServer()
const { services, send } = server
const { db } = services

const sellers = [await anAccount(services, 'seller'), await anAccount(services, 'seller', { emailVerified: false })]
const [seller, other] = sellers as [(typeof sellers)[number], (typeof sellers)[number]]
const model = await aBook(services, seller, { title: 'Atlas', author: 'Ada First' })

/** One of the values by a copy's number `n`: the same in each run. */
const pick = (salt: number, ...values: string[]) =>
  sql.raw(`(ARRAY[${values.join(', ')}])[1 + abs(hashint4(n * 7 + ${salt})) % ${values.length}]`)
const languages = `'en','en','en','en','de','fr','es','ru','it','pl','pt','tr','sv','fi','vi','ja'`.split(',')

beforeAll(async () => {
  await sql`
    INSERT INTO books (seller_id, title, author, description, original_price, resale_price, currency, year_of_purchase,
      category, condition, language, binding, location, images, year_published, created_at)
    SELECT CASE WHEN n % 9 = 0 THEN ${other.id}::uuid ELSE ${seller.id}::uuid END,
      (ARRAY['Atlas of Rivers', 'Rivers of Ice', 'A Winter Tale'])[1 + work % 3] || ', volume ' || work, 'Ada Writer',
      CASE WHEN work % 2 = 0 THEN 'With marginalia.' ELSE 'Clean.' END, 900, 100 + n % 1900, currency, 2020,
      ${pick(1, `'novel-book'`, `'novel-book'`, `'story-book'`, `'cook-book'`)},
      ${pick(2, `'good'`, `'good'`, `'fair'`, `'excellent'`, 'NULL')}, ${pick(3, ...languages, 'NULL')},
      ${pick(4, `'paperback'`, `'hardback'`, 'NULL')}, 'Place ' || abs(hashint4(n)) % ${PLACES}::int,
      CASE WHEN n % 4 = 0 THEN ARRAY['/a.webp'] ELSE '{}' END, 1950 + n % 70, created_at - n * interval '1 minute'
    FROM books, generate_series(1, ${WORKS * COPIES}::int) AS n, LATERAL (SELECT n / ${COPIES}::int AS work) of
    WHERE id = ${model}`.execute(db)
  // PostgreSQL does so by itself a minute later.
  await sql`ANALYZE books`.execute(db)
  await indexBooks(services)
})

const addressOf = (query: Record<string, string>) => new URLSearchParams(query).toString()
async function summary(query: Record<string, string>): Promise<SearchSummary> {
  const { status, json } = await send('GET', `/api/search/summary?${addressOf(query)}`)
  expect(status).toBe(200)
  // A busy machine may end a search early; it says so.
  return json.isCutShort ? summary(query) : (json as SearchSummary)
}
const listed = async (query: Record<string, string>) =>
  (await walk(server, `/api/search?${addressOf({ ...query, sort: 'newest', limit: '100' })}`)).ids

/** Numbers below `most`, the same in each run. */
function* chances(): Generator<number, never, number> {
  for (let seed = 7, most = 2; ;) {
    seed = (seed * 48_271) % 2_147_483_647
    most = yield Math.floor((seed / 2_147_483_647) * most)
  }
}
const chance = chances()
chance.next()
const below = (most: number) => chance.next(most).value
const oneOf = (...values: string[]) => values[below(values.length)]!

const filters: (() => Record<string, string>)[] = [
  () => ({ category: oneOf('novel-book', 'story-book,cook-book') }),
  () => ({ condition: oneOf('good', 'fair', 'good,excellent') }),
  () => ({ language: oneOf('en', 'vi', 'de,fr,es') }),
  () => ({ binding: oneOf('paperback', 'hardback') }),
  () => ({ location: `place ${below(PLACES)}` }),
  () => ({ price_from: String(1 + below(10)), price_to: String(6 + below(12)) }),
  () => ({ published_to: String(1955 + below(60)) }),
  () => ({ verified: 'true' }),
  () => ({ photo: 'true' }),
  () => ({ seller: oneOf(seller.id, other.id) }),
  () => ({ q: oneOf('atlas', 'rivers', 'volume', 'marginalia', 'tale -atlas', '"of ice"', 'vol rivers', '77') }),
]

test('whatever is asked, a count says what its list has, and an estimate comes near', async () => {
  const seen = { exact: 0, about: 0 }
  for (let turn = 0; turn < 30; turn += 1) {
    const query = Object.assign({}, ...Array.from({ length: 1 + below(3) }, () => filters[below(filters.length)]!()))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const [{ count, isAbout }, ids] = await Promise.all([summary(query), listed(query)])
    seen[isAbout ? 'about' : 'exact'] += 1
    expect({ query, is: new Set(ids).size }).toEqual({ query, is: ids.length })
    const isTrue = isAbout ? Math.abs(count - ids.length) <= 0.06 * ids.length : count === ids.length
    expect({ query, count, isAbout, listed: ids.length, isTrue }).toMatchObject({ isTrue: true })
  }
  expect(seen.exact).toBeGreaterThan(15)
  expect(seen.about).toBeGreaterThan(2)
})

test('so does the count of each value, exact or an estimate', async () => {
  for (const query of [{ category: 'cook-book' }, { language: 'vi', photo: 'true' }, { q: 'volume' }]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { values, about } = await summary(query)
    for (const facet of ['category', 'condition', 'language', 'binding', 'location'] as const)
      for (const { value, count } of values[facet].slice(1, 3)) {
        // oxlint-disable-next-line no-await-in-loop -- as above
        const ids = await listed({ ...query, [facet]: value })
        const most = about.includes(facet) ? 0.06 * ids.length : 0
        const isTrue = Math.abs(count! - ids.length) <= most
        expect({ query, facet, value, count, isTrue }).toMatchObject({ isTrue: true })
      }
  }
})

test('no value is missing, however rare; locations beyond the first are found by their text', async () => {
  const { values, about, hasMoreLocations } = await summary({})
  expect(about).toEqual([])
  expect(values.language.map(({ value }) => value).toSorted()).toEqual(
    [...new Set(languages)].map((one) => one.slice(1, 3)).toSorted(),
  )
  expect(values.location).toHaveLength(MOST_LOCATIONS)
  expect(hasMoreLocations).toBe(true)
  const { rows } = await sql<{ location: string; copies: number }>`
    SELECT location, count(*)::int AS copies FROM books GROUP BY location ORDER BY copies, location`.execute(db)
  const rare = rows.filter(({ location }) => !values.location.some(({ value }) => value === location))
  expect(rare.length).toBeGreaterThan(15)
  const found = async (query: Record<string, string>) => {
    const { json } = await send('GET', `/api/search/locations?${addressOf(query)}`)
    return json as { values: { value: string; count: number | null }[]; hasMore: boolean }
  }
  for (const { location, copies } of rare)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await found({ find: location.toUpperCase() })).values).toContainEqual({ value: location, count: copies })
  expect(await found({ find: 'nowhere' })).toMatchObject({ values: [], hasMore: false })
  const { values: ofFew } = await found({ find: 'place', language: 'vi' })
  expect(ofFew.length).toBeGreaterThan(20)
  for (const { value, count } of ofFew.slice(0, 5))
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect((await listed({ language: 'vi', location: value })).length).toBe(count)
})

test.each([
  { q: 'atlas' },
  { q: 'volume' },
  { q: 'rivers', language: 'en' },
  { q: 'marginalia' },
  { q: '"of rivers"' },
])('by relevance, the list of %j ends with its last work, each once', async (query: Record<string, string>) => {
  const { ids } = await walk(server, `/api/search?${addressOf({ ...query, limit: '48' })}`)
  const works = sql`SELECT DISTINCT work_id FROM search.books WHERE book_id = ANY(${sql.val(ids)}::uuid[])`
  expect((await works.execute(db)).rows).toHaveLength(ids.length)
  const { rows } = await sql<{ found: number }>`
      SELECT count(DISTINCT work_id)::int AS found FROM search.books
      WHERE book_id = ANY(${await listed(query)}::uuid[])`.execute(db)
  expect(ids.length).toBe(rows[0]!.found)
  expect(ids.length).toBeGreaterThan(205)
})

test('where filters leave nothing, the one to drop is named', async () => {
  await sql`UPDATE books SET language = 'fa' WHERE id = ${model}`.execute(db)
  await indexBooks(services)
  expect(await summary({ language: 'fa' })).toMatchObject({ count: 1, isAbout: false })
  expect(await summary({ language: 'fa', q: 'winter' })).toMatchObject({
    count: 0,
    isAbout: false,
    guilty: { filter: 'language', count: (WORKS / 3) * COPIES, isAbout: false },
  })
})
