import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { myBookSorts } from '#contract/sorts.ts'
import { anOrder, aPaidOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { planOf } from '#tests/kit/plan-of.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'
import { bookOrderings } from './book-orderings.sql.ts'
import { bookPage } from './books.sql.ts'

const server = await startTestServer()
const { services, send } = server

interface Made {
  id: string
  price: number
}

const PRICES = [500, 900, 50, 700, 900, 50, 99_999_999, 900]

/** Books of several prices, some the same; oldest first. */
async function someBooks(seller: Pick<TestAccount, 'id'>, category: string | null = null): Promise<Made[]> {
  const made: Made[] = []
  for (const price of PRICES) {
    made.push({ id: await aBook(services, seller, { resalePrice: price, category }), price })
    server.clock.advance(1)
  }
  return made
}

/** Cleans up even after a failure, for the next try. */
const removeAfterwards = ({ id }: TestAccount) =>
  onTestFinished(async () => {
    await sql`DELETE FROM books WHERE seller_id = ${id}`.execute(services.db)
  })

/** By price upwards, then by id. */
const byPrice = (a: Made, b: Made) => a.price - b.price || (a.id < b.id ? -1 : 1)
const idsOf = (books: Made[]) => books.map(({ id }) => id)

describe('books by price', () => {
  let made: Made[]
  let novels: Made[]
  beforeAll(async () => {
    const seller = await anAccount(services, 'seller')
    novels = await someBooks(seller, 'novel-book')
    made = [...novels, ...(await someBooks(seller))]
  })

  test.each([1, 2, 3, 100])('come cheapest first or dearest first, %s at a time, each once', async (limit) => {
    const up = idsOf(made.toSorted(byPrice))
    expect((await walk(server, `/api/all-books?sort=price&limit=${limit}`)).ids).toEqual(up)
    expect((await walk(server, `/api/all-books?sort=-price&limit=${limit}`)).ids).toEqual(up.toReversed())
  })

  test('of one category, too', async () => {
    const up = idsOf(novels.toSorted(byPrice))
    expect((await walk(server, '/api/books/novel-book?sort=price&limit=3')).ids).toEqual(up)
    expect((await walk(server, '/api/books/novel-book?sort=-price&limit=3')).ids).toEqual(up.toReversed())
  })

  test('keep their place while the very book a page ended with leaves the shop', async () => {
    const seller = await anAccount(services, 'seller')
    removeAfterwards(seller)
    const doomed = await someBooks(seller, 'cook-book')
    const order = idsOf(doomed.toSorted(byPrice))
    const first = await send('GET', '/api/books/cook-book?sort=price&limit=3')
    await sql`UPDATE books SET removed_at = now() WHERE id = ${order[2]}`.execute(services.db)
    const next = /^<([^>]+)>/.exec(String(first.headers.get('link')))![1]!
    expect((await walk(server, next)).ids).toEqual(order.slice(3))
  })

  test.each([
    ['price', undefined, 'books_unsold_by_price'],
    ['-price', undefined, 'books_unsold_by_price'],
    ['price', 'novel-book', 'books_unsold_of_category_by_price'],
    ['-price', 'novel-book', 'books_unsold_of_category_by_price'],
  ] as const)('by sort=%s in category %s are read by %s, in their order', async (sort, category, index) => {
    const after = { keys: ['700'], id: made[0]!.id }
    const page = bookPage({ category, available: 'unsold' }, { ordering: bookOrderings[sort], limit: 24, after })
    const plan = await planOf(services.db, page, ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  })

  test.each(['cheapest', '', 'Price', '--price', 'state', 'name'])('sort=%s is refused in words', async (sort) => {
    const { status, json } = await send('GET', `/api/all-books?sort=${sort}`)
    expect({ status, fields: json.invalidFields }).toEqual({
      status: 422,
      fields: [{ field: 'sort', message: 'sort is one of newest, price, -price' }],
    })
  })

  test('leave the sold ones out: with available=all they come newest first only', async () => {
    expect((await send('GET', '/api/all-books?available=all&sort=newest')).status).toBe(200)
    expect(await send('GET', '/api/all-books?available=all&sort=price')).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'sort' }] },
    })
  })

  test('a cursor belongs to its own order', async () => {
    const { headers } = await send('GET', '/api/all-books?sort=price&limit=2')
    const cursor = new URL(/^<([^>]+)>/.exec(String(headers.get('link')))![1]!, 'http://here').searchParams.get(
      'cursor',
    )
    for (const sort of ['newest', '-price']) {
      expect(await send('GET', `/api/all-books?sort=${sort}&cursor=${cursor}`)).toMatchObject({
        status: 422,
        json: { detail: 'Start from the first page: that cursor is for another sort.' },
      })
    }
  })

  test.each(['x', '1.5', '99999999999', '', '1e3'])('a cursor at the price %j is refused in words', async (price) => {
    const parts = ['price', crypto.randomUUID(), price]
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
    const { status, json } = await send('GET', `/api/all-books?sort=price&cursor=${cursor}`)
    expect({ status, field: json.invalidFields?.[0]?.field }).toEqual({ status: 422, field: 'cursor' })
  })
})

describe('how many books are for sale', () => {
  test('is counted in all and by category, sold and removed ones left out', async () => {
    const all = (await walk(server, '/api/all-books')).ids
    expect((await send('GET', '/api/all-books/count')).json).toEqual({ count: all.length, orMore: false })
    const before = (await send('GET', '/api/all-books/count?category_name=story-book')).json.count as number
    const seller = await anAccount(services, 'seller')
    const kept = await aBook(services, seller, { category: 'story-book' })
    const removed = await aBook(services, seller, { category: 'story-book' })
    await send('DELETE', `/api/my-books/${removed}`, { token: seller.token })
    const count = async () => (await send('GET', '/api/all-books/count?category_name=story-book')).json
    expect(await count()).toEqual({ count: before + 1, orMore: false })
    await send('DELETE', `/api/my-books/${kept}`, { token: seller.token })
    expect(await count()).toEqual({ count: before, orMore: false })
  })

  test('of an unknown category is not found', async () => {
    expect(await send('GET', '/api/all-books/count?category_name=comic-book')).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
  })

  test('is exact up to a thousand', async () => {
    const seller = await anAccount(services, 'seller')
    removeAfterwards(seller)
    const id = await aBook(services, seller)
    const copy = (many: number) =>
      sql`
      INSERT INTO books (seller_id, title, author, original_price, resale_price, currency, year_of_purchase, category)
      SELECT seller_id, title, author, original_price, resale_price, currency, year_of_purchase, 'story-book'
      FROM books, generate_series(1, ${many}::int) WHERE id = ${id}`.execute(services.db)
    const count = async () => (await send('GET', '/api/all-books/count?category_name=story-book')).json
    await copy(1000)
    expect(await count()).toEqual({ count: 1000, orMore: false })
    await copy(1)
    expect(await count()).toEqual({ count: 1000, orMore: true })
  })
})

describe('my books', () => {
  const titlesBy = async (seller: TestAccount, sort: string) => {
    const titles = new Map(
      ((await send('GET', '/api/my-books?limit=100', { token: seller.token })).json as Record<string, string>[]).map(
        ({ _id, book_name }) => [_id, book_name],
      ),
    )
    const { ids } = await walk(server, `/api/my-books?sort=${sort}&limit=2`, seller.token)
    return ids.map((id) => titles.get(id))
  }

  test('by name: as people look it up, whatever the case, the accent or the script', async () => {
    const seller = await anAccount(services, 'seller')
    const sorted = ['10 Sonnets', 'an Apple', 'Apple', 'apple pie', 'Émile', 'Emma', 'zebra', 'Zoë', 'Война', '本']
    for (const title of [...sorted].reverse().toSorted(() => 0.5)) await aBook(services, seller, { title })
    expect(await titlesBy(seller, 'name')).toEqual(sorted)
    expect(await titlesBy(seller, '-name')).toEqual(sorted.toReversed())
  })

  test('by name: long titles that begin alike come once each, and the cursor is taken back', async () => {
    const seller = await anAccount(services, 'seller')
    const made = []
    for (const end of 'cabed') made.push(await aBook(services, seller, { title: `${'書'.repeat(299)}${end}` }))
    const { ids, pages } = await walk(server, '/api/my-books?sort=name&limit=2', seller.token)
    expect(ids).toEqual(made.toSorted())
    expect(pages).toBe(3)
  })

  test('by state: unsold, reserved, sold, each newest first, and the other way round', async () => {
    const seller = await anAccount(services, 'seller')
    const { book: reserved } = await anOrder(server, { seller })
    const sold = await aPaidOrder(server, { seller })
    const older = await aBook(services, seller)
    server.clock.advance(1)
    const newer = await aBook(services, seller)
    const by = async (sort: string) => (await walk(server, `/api/my-books?sort=${sort}&limit=1`, seller.token)).ids
    expect(await by('state')).toEqual([newer, older, reserved, sold.book])
    expect(await by('-state')).toEqual([sold.book, reserved, newer, older])
  })

  test.each(myBookSorts)('walked by sort=%s have each book once, of the very same moment too', async (sort) => {
    const seller = await anAccount(services, 'seller')
    const made = await someBooks(seller)
    await sql`UPDATE books SET created_at = '2026-01-01', title = 'Same' WHERE seller_id = ${seller.id}`.execute(
      services.db,
    )
    const { ids } = await walk(server, `/api/my-books?sort=${sort}&limit=3`, seller.token)
    expect(ids.toSorted()).toEqual(idsOf(made).toSorted())
  })
})
