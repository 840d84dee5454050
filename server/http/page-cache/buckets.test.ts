import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { until } from '#tests/kit/until.ts'
import { indexBooks } from '#server/search/index-books.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'

// Two shops on one database, as two processes: what one writes, the other shows.
const shop = await startRenderedShop()
const other = await startRenderedShop({ on: shop, env: { RATE_LIMITS: 'on', READS_PER_MINUTE: '1000000' } })
const { services, send, database } = shop

const [ann, ben] = [
  await anAccount(services, 'seller', { name: 'Ann of the novels' }),
  await anAccount(services, 'seller', { name: 'Ben of the cooks' }),
]
const buyer = await anAccount(services, 'buyer')
const list = (by: typeof ann, category: string, title: string) =>
  aBook(services, by, { category, title, author: title })
const novel = await list(ann, 'novel-book', 'A novel')
const soups = await list(ben, 'cook-book', 'Soups')
const salads = await list(ben, 'cook-book', 'Salads')
const shown = await list(ben, 'cook-book', 'Shown around')

/** Every kind of page and call that is cached. */
const pages = {
  home: '/',
  all: '/all-products',
  cookBooks: '/books/cook-book',
  advertised: '/advertises',
  categories: '/products-categories',
  novel: `/advertise/${novel}`,
  soups: `/advertise/${soups}`,
  ann: `/sellers/${ann.id}`,
  ben: `/sellers/${ben.id}`,
  feed: '/all-products.atom',
  about: '/about',
  apiAll: '/api/all-books',
  apiNewest: '/api/all-books?limit=1',
  apiSold: '/api/all-books?available=all',
  apiNovels: '/api/books/novel-book',
  apiCookBooks: '/api/books/cook-book?sort=-price',
  apiAdvertised: '/api/advertise',
  apiNovel: `/api/advertise/${novel}`,
  apiSoups: `/api/advertise/${soups}`,
  apiAnn: `/api/sellers/${ann.id}`,
  apiBen: `/api/sellers/${ben.id}`,
  apiBooksOfAnn: `/api/sellers/${ann.id}/books`,
  apiBooksOfBen: `/api/sellers/${ben.id}/books?sort=price`,
  apiCount: '/api/all-books/count',
  apiCountOfNovels: '/api/all-books/count?category_name=novel-book',
  apiCountOfAnn: `/api/all-books/count?seller=${ann.id}`,
  apiCategories: '/api/books-categories',
}
type Page = keyof typeof pages
const names = Object.keys(pages) as Page[]
/** Nothing of the other seller and the other category is on these, whatever happens to Ben's cook books. */
const ofAnnAlone: Page[] = ['novel', 'about', 'apiNovels', 'apiNovel', 'apiAnn', 'apiBooksOfAnn']
const counted: Page[] = ['apiCountOfNovels', 'apiCountOfAnn']

async function read(page: Page, headers: Record<string, string> = {}) {
  const answer = await fetch(other.origin + pages[page], { headers })
  // What is made is counted by the rate limits, what is from memory isn't.
  // A problem has the number of its request.
  const text = answer.ok ? await answer.text() : `status ${answer.status}`
  return { text, isFromCache: !answer.headers.has('x-ratelimit-limit') }
}
const rendered = async (page: Page) => (await read(page, { authorization: 'Bearer x' })).text

/** Lists with counts of the search index, which follows the catalogue by a moment; on a busy machine, by some. */
const following = new Set<Page>(['all', 'cookBooks', 'ann', 'ben'])

/** Pages that stay in memory after a write; each has to be what is rendered now, what follows the index before long. */
async function staysAfter(write: () => Promise<unknown>): Promise<Page[]> {
  for (const page of names) await read(page)
  await write()
  const stayed: Page[] = []
  for (const page of names) {
    const { text, isFromCache } = await read(page)
    if (following.has(page)) await until(async () => (await read(page)).text === (await rendered(page)))
    const isTrue = following.has(page) || text === (await rendered(page))
    expect([page, isTrue]).toEqual([page, true])
    if (isFromCache) stayed.push(page)
  }
  return stayed
}
const run = (statement: string) => () => sql.raw(statement).execute(database.db)
const change = (book: string, what: string) => run(`UPDATE books SET ${what} WHERE id = '${book}'`)

beforeAll(() => indexBooks(services))

test('each kind of page stays until something changes, and none stays after a save of the settings', async () => {
  // What follows the index stays for as long as that may lag, which a busy machine may take to ask for all.
  const lasting = names.filter((page) => !following.has(page))
  expect(await staysAfter(async () => {})).toEqual(expect.arrayContaining(lasting))
  const save = 'INSERT INTO settings VALUES (\'shop\', 1, \'{"name": "Another name"}\', now())'
  expect(await staysAfter(run(save))).toEqual([])
})

test('a claim, its end and a sale leave the pages that don’t show the book or a count of it', async () => {
  const buyNow = () => send('POST', '/api/buy-now', { token: buyer.token, body: buyNowBody(soups) })
  let orderId: unknown
  const claimed = await staysAfter(async () => (orderId = (await buyNow()).json.insertedId))
  const unconcerned: Page[] = [...ofAnnAlone, ...counted, 'advertised', 'apiAdvertised', 'apiBen']
  expect(claimed).toEqual(expect.arrayContaining(unconcerned))
  const cancelled = await staysAfter(() =>
    send('POST', `/api/my-orders/${String(orderId)}/cancel`, { token: buyer.token }),
  )
  expect(cancelled).toEqual(expect.arrayContaining([...ofAnnAlone, ...counted, 'advertised', 'apiBen']))
  expect(await staysAfter(change(soups, "state = 'sold'"))).toEqual(expect.arrayContaining(unconcerned))
  await change(soups, "state = 'unsold'")()
})

test.each([
  ['title', "title = 'Fine soups'"],
  ['words and facts', "description = 'Hot.', condition = 'fair', images = '{}', isbn = null, language = 'German'"],
  ['price', 'resale_price = resale_price - 100'],
])('an edit of a book’s %s is on every page that shows it, and no count is forgotten', async (_, what) => {
  const stayed = await staysAfter(change(soups, what))
  expect(stayed).toEqual(expect.arrayContaining([...ofAnnAlone, ...counted, 'apiCount', 'apiCategories', 'categories']))
  expect(stayed).not.toContain('soups')
})

test('a listing enters the lists that it belongs to, and leaves the others', async () => {
  const stayed = await staysAfter(() => list(ben, 'cook-book', 'Sauces'))
  expect(stayed).toEqual(expect.arrayContaining([...ofAnnAlone, ...counted, 'advertised', 'apiAdvertised']))
})

test.each([
  ['hidden', 'is_paused = true, paused_at = now()'],
  ['shown again', 'is_paused = false, paused_at = null'],
  ['taken down', "is_paused = true, taken_down_at = now(), taken_down_for = 'rules', take_down_note = ''"],
  ['back', 'is_paused = false, taken_down_at = null, taken_down_for = null, take_down_note = null'],
  ['removed', 'removed_at = now()'],
  ['restored', 'removed_at = null'],
])('a book that is %s changes the pages of its seller and its category', async (_, what) => {
  expect(await staysAfter(change(soups, what))).toEqual(expect.arrayContaining([...ofAnnAlone, ...counted]))
})

test('an advertised book, its sale, and its end as such', async () => {
  for (const what of ['is_advertised = true, advertised_at = now()', "state = 'claimed'", "state = 'unsold'"])
    expect(await staysAfter(change(shown, what))).toEqual(expect.arrayContaining([...ofAnnAlone, ...counted]))
  await staysAfter(change(shown, 'is_advertised = false, advertised_at = null'))
})

test('a book that moves to another category, seller or day is where it went, and gone from where it was', async () => {
  for (const what of ["category = 'novel-book'", `seller_id = '${ann.id}'`, "created_at = '2020-01-01'"])
    expect(await staysAfter(change(salads, what))).toEqual(expect.arrayContaining(['about', 'apiSoups', 'advertised']))
  await staysAfter(change(salads, `category = 'cook-book', seller_id = '${ben.id}'`))
})

test('a new name is on every page with a book of theirs', async () => {
  const rename = run(`UPDATE accounts SET name = 'Benedict' WHERE id = '${ben.id}'`)
  expect(await staysAfter(rename)).toEqual(expect.arrayContaining([...ofAnnAlone, ...counted, 'categories']))
})

test('what is said of a seller, and what they have sold, concerns their pages and books alone', async () => {
  const unconcerned: Page[] = [...ofAnnAlone, ...counted, 'home', 'apiAll', 'categories']
  const says = [`INSERT INTO seller_answers VALUES ('${ben.id}', 'hour')`, `DELETE FROM seller_answers`]
  for (const say of [...says, `INSERT INTO seller_sale_changes VALUES ('${ben.id}', 1)`])
    expect(await staysAfter(run(say))).toEqual(expect.arrayContaining(unconcerned))
})

test('a category is changed, added and removed on the pages with categories', async () => {
  for (const statement of [
    "UPDATE categories SET description = 'Warm.' WHERE slug = 'cook-book'",
    "INSERT INTO categories (slug, image_url, description, position) VALUES ('map', '', '', 9)",
    "DELETE FROM categories WHERE slug = 'map'",
  ])
    expect(await staysAfter(run(statement))).toEqual(
      expect.arrayContaining(['about', 'apiAll', 'apiAdvertised', 'apiCountOfAnn']),
    )
})

test('a statement that changes many books, and one that empties a table, leave nothing', async () => {
  const many = `INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase)
    SELECT '${ben.id}', 'Many', '', 100, 100, 'USD', 2020 FROM generate_series(1, 301)`
  expect(await staysAfter(run(many))).toEqual([])
  expect(await staysAfter(run('TRUNCATE seller_answers'))).toEqual([])
})
