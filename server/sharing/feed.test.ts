import { expect, test } from 'vitest'
import { bookPath } from '#contract/books/book-path.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const SHOP = 'http://localhost:5999'
const server = await startTestServer({ env: { PUBLIC_URL: SHOP, CATALOGUE: 'open' } })
const members = await startTestServer({ env: { CATALOGUE: 'members' } })
const searchable = await startTestServer()
const { services, send, clock } = server
const odd = 'Salt & <Light> \u{1F4DA} 三体'

const seller = await anAccount(services, 'seller')
for (const [title, price] of [
  ['Salt One', 300],
  ['Salt Two', 900],
  [odd, 500],
] as const) {
  clock.advance(60)
  await aBook(services, seller, { title, author: 'Rhea Quill', resalePrice: price, category: 'cook-book' })
}
await indexBooks(services)

async function feed(path: string) {
  const { status, text, headers } = await send('GET', path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const of = (name: string, within = text) =>
    [...within.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, words]) => words!)
  const entries = [...text.matchAll(/<entry>([\s\S]*?)<\/entry>/g)].map(([, entry]) => entry!)
  return {
    text,
    headers,
    head: text.split('<entry>')[0]!,
    entries,
    titles: entries.flatMap((one) => of('title', one)),
    of,
  }
}

test('all books for sale have a feed, the newest first, each under an id that stays', async () => {
  const { head, entries, titles, of } = await feed('/all-products.atom')
  expect(titles).toEqual(['Salt &amp; &lt;Light&gt; 📚 三体', 'Salt Two', 'Salt One'])
  expect(head).toContain(
    '<link rel="self" type="application/atom+xml" href="http://localhost:5999/all-products.atom"/>',
  )
  const [id] = of('id', entries[0])
  expect(id).toMatch(/^http:\/\/localhost:5999\/advertise\/[\w-]{36}$/)
  expect(entries[0]).toContain(`href="${SHOP}${bookPath({ id: id!.slice(-36), title: odd })}"`)
  expect(of('summary', entries[0])).toEqual(['by Rhea Quill · $5.00 · good · Cook Book · Harbour square'])
  expect(of('updated', head)).toEqual(of('published', entries[0]))
})

test('any search has one, by the filters of its page; what was sold leaves it at once', async () => {
  const cheap = await feed('/search.atom?q=salt&price_to=4&sort=price&cursor=x&colour=red')
  expect(cheap.titles).toEqual(['Salt One'])
  expect(cheap.head).toContain('<id>http://localhost:5999/search.atom?q=salt&amp;price_to=4</id>')
  expect(cheap.head).toContain('href="http://localhost:5999/search?q=salt&amp;price_to=4"')
  expect(cheap.headers.get('cache-control')).toBe('public, max-age=300')
  expect((await feed('/search.atom?category=cook-book')).titles).toHaveLength(3)
  const nothing = await feed('/search.atom?q=nothing+of+the+kind')
  expect([nothing.entries, nothing.of('updated')]).toEqual([[], ['1970-01-01T00:00:00.000Z']])
  const buyer = await anAccount(services, 'buyer')
  const sold = cheap.of('id', cheap.entries[0])[0]!.slice(-36)
  await send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(sold) })
  expect((await feed('/search.atom?q=salt')).titles).not.toContain('Salt One')
  expect((await feed('/all-products.atom')).titles).not.toContain('Salt One')
})

test.each(['/search.atom?q=salt', '/all-products.atom'])(
  '%s is not found where members alone see the books',
  async (path) => {
    expect(problemOf(await members.send('GET', path)).code).toBe('not_found')
  },
)

test('visitors who may search have the feed of a search, not of all books', async () => {
  expect((await searchable.send('GET', '/search.atom?q=salt')).status).toBe(200)
  expect(problemOf(await searchable.send('GET', '/all-products.atom')).code).toBe('not_found')
})
