import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrder } from '#tests/kit/paying.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { walk } from '#tests/kit/walk.ts'

const server = await startTestServer()
const { services, send } = server
/** Newest first. */
const made: string[] = []

const seller = await anAccount(services, 'seller')
for (let turn = 0; turn < 60; turn += 1) {
  made.unshift(await aBook(services, seller, { category: turn % 2 ? 'novel-book' : 'cook-book' }))
  server.clock.advance(1)
}

const aCursor = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const idsAt = async (path: string) => ((await send('GET', path)).json as { _id: string }[]).map(({ _id }) => _id)

describe('a list of books', () => {
  test('shows 24 at a time, newest first, and where it goes on [list-books-1]', async () => {
    const first = await send('GET', '/api/all-books')
    expect(first.json.map(({ _id }: { _id: string }) => _id)).toEqual(made.slice(0, 24))
    expect(first.headers.get('link')).toMatch(/^<\/api\/all-books\?cursor=[\w-]+>; rel="next"$/)
  })

  test.each([1, 7, 24, 60, 100])(
    'walked through by its Link header, %s at a time, has each book once',
    async (limit) => {
      expect(await walk(server, `/api/all-books?limit=${limit}`)).toEqual({ ids: made, pages: Math.ceil(60 / limit) })
    },
  )

  test('keeps its place while others add and buy books', async () => {
    try {
      const { ids } = await walk(server, '/api/all-books?limit=10', undefined, () => aBook(services, seller))
      expect(ids).toEqual(made)
    } finally {
      await sql`DELETE FROM books WHERE NOT (id = ANY(${made}))`.execute(services.db)
    }
  })

  test('tells books of the very same moment apart', async () => {
    const [one, twin] = [await anAccount(services, 'seller'), new Date()]
    const ids = await Promise.all(Array.from({ length: 9 }, () => aBook(services, one)))
    await sql`UPDATE books SET created_at = ${twin} WHERE id = ANY(${ids})`.execute(services.db)
    const walked = await walk(server, '/api/my-books?limit=2', one.token)
    expect(walked.ids.toSorted()).toEqual(ids.toSorted())
    await sql`DELETE FROM books WHERE id = ANY(${ids})`.execute(services.db)
  })

  test('keeps the other words of the query in its Link header', async () => {
    const { headers } = await send('GET', '/api/all-books?limit=5&available=all')
    expect(headers.get('link')).toMatch(/limit=5&available=all&cursor=/)
  })

  test.each(['0', '101', '1000', '-1', '1.5', 'ten', ''])('refuses limit=%s [page-size]', async (limit) => {
    const { status, json } = await send('GET', `/api/all-books?limit=${limit}`)
    expect({ status, fields: json.invalidFields }).toEqual({
      status: 422,
      fields: [{ field: 'limit', message: 'limit is a whole number from 1 to 100' }],
    })
  })

  const nobody = '00000000-0000-0000-0000-000000000000'
  test.each([
    'x',
    '',
    'bm90IGEgY3Vyc29y',
    aCursor(),
    aCursor('newest', nobody),
    aCursor('newest', nobody, '2026-13-45 99:99:99+00'),
    aCursor('newest', "' OR 1=1 --", '2026-01-01 00:00:00+00'),
    aCursor('newest', nobody, '999999-01-01 00:00:00+00'),
    aCursor('newest', nobody, '0000-01-01 00:00:00+00'),
    aCursor('newest', nobody, '2026-02-31 00:00:00+00'),
    aCursor('newest', nobody, '2026-01-01 00:00:00+00', '7'),
    aCursor('price', nobody, '700'),
    Buffer.from('{"sort":"newest"}').toString('base64url'),
    'A'.repeat(801),
  ])('refuses the cursor %j in words', async (cursor) => {
    for (const [path, token] of [
      ['all-books', undefined],
      ['my-books', seller.token],
    ] as const) {
      const { status, json } = await send('GET', `/api/${path}?cursor=${encodeURIComponent(cursor)}`, { token })
      expect({ status, field: json.invalidFields?.[0]?.field }).toEqual({ status: 422, field: 'cursor' })
    }
  })

  test('of a category shows that category alone; an unknown one is not found', async () => {
    const novels = made.filter((_, place) => place % 2 === 0)
    expect((await walk(server, '/api/books/novel-book?limit=9')).ids).toEqual(novels)
    expect(await send('GET', '/api/books/comic-book')).toMatchObject({ status: 404, json: { code: 'not_found' } })
    // Invalid input is refused first.
    for (const query of ['cursor=x', 'sort=price&available=all'])
      expect([query, (await send('GET', `/api/books/comic-book?${query}`)).status]).toEqual([query, 422])
  })

  test('leaves sold books out unless they are asked for; a sold book’s own page stays', async () => {
    const { book } = await anOrder(server, { seller })
    expect(await idsAt('/api/all-books?limit=1')).toEqual([made[0]])
    expect(await idsAt('/api/all-books?limit=1&available=unsold')).toEqual([made[0]])
    const all = (await send('GET', '/api/all-books?limit=1&available=all')).json
    expect(all).toMatchObject([{ _id: book, available: 'sold', reserved: true }])
    expect((await send('GET', `/api/advertise/${book}`)).status).toBe(200)
    expect(await send('GET', '/api/all-books?available=some')).toMatchObject({
      status: 422,
      json: { invalidFields: [{ field: 'available' }] },
    })
  })
})

describe('categories', () => {
  test('come with how many unsold books each has', async () => {
    const shelves = (await send('GET', '/api/books-categories')).json
    expect(shelves).toMatchObject([
      { categories_name: 'novel-book', unsoldCount: 30, img: expect.any(String), desc: expect.any(String) },
      { categories_name: 'story-book', unsoldCount: 0 },
      { categories_name: 'cook-book', unsoldCount: 30 },
    ])
  })
})

describe('my books', () => {
  test('are a seller’s own alone, sold ones included', async () => {
    const other = await anAccount(services, 'seller')
    const { book } = await anOrder(server, { seller: other })
    server.clock.advance(1)
    const own = await aBook(services, other)
    expect((await walk(server, '/api/my-books', other.token)).ids).toEqual([own, book])
    const named = (email: string) =>
      send('GET', `/api/my-books?email=${encodeURIComponent(email)}`, { token: other.token })
    expect((await named(other.email)).json).toHaveLength(2)
    expect(await named(seller.email)).toMatchObject({ status: 403, json: { code: 'not_your_email' } })
  })
})
