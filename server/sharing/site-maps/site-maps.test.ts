import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepMapParts } from '#server/books/dated/keep-parts.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'

const SHOP = 'http://localhost:5999'
const server = await startTestServer({ env: { PUBLIC_URL: SHOP, CATALOGUE: 'open' } })
const members = await startTestServer({ env: { PUBLIC_URL: SHOP, CATALOGUE: 'members' } })
const { services, send } = server

const seller = await anAccount(services, 'seller')

interface Entry {
  place: string
  changed: string | undefined
}
async function read(path: string, from = server): Promise<{ text: string; entries: Entry[] }> {
  const { status, text, headers } = await from.send('GET', path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const entries = [...text.matchAll(/<loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)]
  return { text, entries: entries.map(([, place = '', changed]) => ({ place: place.replace(SHOP, ''), changed })) }
}
/** Advances the clock by the cache's time, and runs the hourly work. */
async function later(): Promise<void> {
  await keepMapParts(services)
  server.clock.advance(3600)
}
const partsOf = async (kind: string) => (await read('/sitemap.xml')).entries.filter(({ place }) => place.includes(kind))
const pagesOf = async (kind: string) =>
  (await Promise.all((await partsOf(kind)).map(({ place }) => read(place)))).map(({ entries }) => entries)

test('pages and categories stand in one part, each once', async () => {
  const { entries } = await read('/sitemaps/pages.xml')
  const places = entries.map(({ place }) => place)
  expect(places).toEqual(expect.arrayContaining(['/', '/all-products', '/books/novel-book', '/imprint']))
  expect(new Set(places).size).toBe(places.length)
  expect(places.filter((place) => /[:*?]|dashboard|sellers|advertise\//.test(place))).toEqual([])
})

test('thousands of books stand in parts, each book for sale once, by the address that is its own', async () => {
  await sql`
    INSERT INTO books (seller_id, title, author, description, location, original_price, resale_price, currency,
      year_of_purchase, mobile_number, created_at)
    SELECT ${seller.id}, 'Tom & <Jerry> ' || n, 'Many Hands', '', 'Here', 200, 100, 'USD', 2020, '',
      now() - (n / 3) * interval '1 second'
    FROM generate_series(1, 10050) n`.execute(services.db)
  const gone = await aBook(services, seller, { title: 'Gone' })
  const buyer = await anAccount(services, 'buyer')
  expect((await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(gone) })).status).toBe(200)
  // Until the hourly split a part stays at its maximum.
  expect((await pagesOf('books-')).map(({ length }) => length)).toEqual([3000])
  await later()
  const pages = (await pagesOf('books-')).map((entries) => entries.map(({ place }) => place))
  expect(pages.map((places) => places.length)).toEqual([2000, 2000, 2000, 2000, 2050])
  const all = pages.flat()
  expect(new Set(all).size).toBe(10_050)
  expect(all.every((place) => /^\/advertise\/[\w-]{36}\/tom-jerry-\d+$/.test(place))).toBe(true)
})

test('a part says when the last of its books changed, and a book when it did', async () => {
  const id = await aBook(services, seller, { title: 'Edited Later' })
  await later()
  const entryOf = async () => (await pagesOf('books-')).flat().find(({ place }) => place.includes(id))
  const before = await entryOf()
  expect(before?.changed).toBe((await bookDates(id)).created)
  await sql`UPDATE books SET revision = revision + 1 WHERE id = ${id}`.execute(services.db)
  expect((await bookDates(id)).changed).toBeNull()
  await sql`UPDATE books SET resale_price = 900 WHERE id = ${id}`.execute(services.db)
  await later()
  const { changed } = await bookDates(id)
  expect(changed).not.toBeNull()
  expect((await entryOf())?.changed).toBe(changed)
  expect((await partsOf('books-')).map((part) => part.changed)).toContain(changed)
})

async function bookDates(id: string): Promise<{ created: string; changed: string | null }> {
  const { rows } = await sql<{ created: Date; changed: Date | null }>`
    SELECT created_at AS created, changed_at AS changed FROM books WHERE id = ${id}`.execute(services.db)
  const [row] = rows
  return { created: row!.created.toISOString(), changed: row!.changed?.toISOString() ?? null }
}

test('only sellers with books for sale are in a part', async () => {
  const idle = await anAccount(services, 'seller')
  await later()
  const places = (await pagesOf('sellers-')).flat().map(({ place }) => place)
  expect(places).toContain(`/sellers/${seller.id}`)
  expect(places).not.toContain(`/sellers/${idle.id}`)
})

test('where visitors may search, sellers are in the map and the lists for members are not', async () => {
  const searchable = await startTestServer({ env: { PUBLIC_URL: SHOP } })
  await aBook(searchable.services, await anAccount(searchable.services, 'seller'))
  await keepMapParts(searchable.services)
  const { entries } = await read('/sitemap.xml', searchable)
  expect(entries.some(({ place }) => place.startsWith('/sitemaps/sellers-'))).toBe(true)
  const { text } = await read('/sitemaps/pages.xml', searchable)
  expect([text.includes('/products-categories'), text.includes('/all-products'), text.includes('/books/')]).toEqual([
    true,
    false,
    false,
  ])
})

test('where members alone see the catalogue, its pages are in no map', async () => {
  const person = await anAccount(members.services, 'seller')
  await aBook(members.services, person)
  const { entries } = await read('/sitemap.xml', members)
  expect(entries.map(({ place }) => place.replace(/-.*/, ''))).toEqual(['/sitemaps/pages.xml', '/sitemaps/books'])
  expect((await members.send('GET', '/sitemaps/sellers-2.xml')).status).toBe(404)
  expect((await read('/sitemaps/pages.xml', members)).text).not.toContain('/all-products')
})

test('a part stays at its address, whatever is sold before it and listed behind it', async () => {
  const [, second] = await partsOf('books-')
  const before = (await read(second!.place)).entries.map(({ place }) => place)
  await sql`
    UPDATE books SET is_paused = true, paused_at = now() WHERE id IN (SELECT id FROM books ORDER BY created_at LIMIT 7)`.execute(
    services.db,
  )
  await aBook(services, seller, { title: 'Behind All Others' })
  await later()
  expect((await partsOf('books-')).map(({ place }) => place)).toContain(second!.place)
  expect((await read(second!.place)).entries.map(({ place }) => place)).toEqual(before)
})

test('made-up names of site map parts are 404, however many, and don’t keep crawlers from the real ones', async () => {
  const madeUp = Array.from({ length: 40 }, (_, at) => [
    `/sitemaps/books-0-00000000-0000-4000-8000-0000000000${10 + at}.xml`,
    `/sitemaps/sellers-${seller.id.slice(0, -2)}${10 + at}.xml`,
    `/sitemaps/books-${1_000_000 + at}.xml`,
  ]).flat()
  await later()
  const [answers, ...real] = await Promise.all([
    Promise.all(madeUp.map((path) => send('GET', path))),
    ...(await partsOf('books-')).map(({ place }) => send('GET', place)),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(real.map(({ status }) => status))).toEqual(new Set([200]))
})

test.each(['x', 'books', 'books-0', 'books-2', 'books-x-y', 'sellers-', 'pages.xml', '..'])(
  'there is no map %s',
  async (name) => {
    expect((await send('GET', `/sitemaps/${encodeURIComponent(name)}.xml`)).status).toBe(404)
  },
)

test('a map is compressed for clients that accept it', async () => {
  const ask = (encoding: string) =>
    fetch(`${server.origin}/sitemaps/pages.xml`, { headers: { 'accept-encoding': encoding } })
  const [plain, packed] = await Promise.all([ask('identity'), ask('gzip')])
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  // It is unpacked while it is sent.
  expect(plain.headers.get('content-length')).toBeNull()
  expect(await packed.text()).toBe(await plain.text())
})
