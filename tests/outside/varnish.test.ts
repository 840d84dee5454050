import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { freePort } from '#server/database/embedded/free-port.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { aBookOf, aMember, aPictureOf, send, type Member } from '#tests/kit/members.ts'
import { Readers } from '#tests/kit/outside/readers.ts'
import { startVarnish, type Varnish } from '#tests/kit/outside/varnish.ts'
import { startShop, temporaryFolder, type ShopProcess } from '#tests/kit/shop-process.ts'
import { anOrderOf } from '#tests/kit/shopping.ts'
import { until } from '#tests/kit/until.ts'

const BOOKS = 300
const SELLERS = 30
/** Sellers who list more: a picture is their own. */
const LISTING = 6
const AUTHORS = 75
const VISITORS = 12
/** How often something is written: as fast as it can show an old page, and as seldom as beside so many readers. */
const ROUNDS = [
  { perSecond: 1, seconds: 30 },
  { perSecond: 0.25, seconds: 60 },
]
const BUYERS = 25
const CATEGORIES = ['novel-book', 'story-book', 'cook-book']
const LISTS = ['/all-products', '/all-products?sort=price', ...CATEGORIES.map((name) => `/books/${name}`)]
const MOST_MISSES = 0.05

/** A made-up word for a number, since books of one author are shown beside each other. */
const word = (number: string) =>
  sql.raw(`initcap(left(translate(md5((${number})::text), '0123456789', 'ghijklmnop'), 9))`)

describe('a shop behind Varnish', { timeout: 600_000 }, async () => {
  const database = await testDatabase({ migrated: false })
  let varnish: Varnish
  let shop: ShopProcess
  let through: ShopProcess
  const sellers: Member[] = []
  const pictures: string[] = []
  let books: { id: string; cents: number; email: string }[]

  beforeAll(async () => {
    const port = await freePort()
    varnish = await startVarnish(port)
    const env = {
      ...varnish.env,
      PORT: String(port),
      DATABASE_URL: database.url,
      DOGEAR_MODE: 'demo',
      CATALOGUE: 'open',
    }
    shop = await startShop({ env, dataDir: await temporaryFolder() })
    through = { ...shop, origin: varnish.origin }
    while (sellers.length < SELLERS) sellers.push(await aMember(through, 'seller'))
    for (const seller of sellers.slice(0, LISTING)) pictures.push(await aPictureOf(through, seller))
    const emails = sellers.map(({ email }) => email)
    const { rows } = await sql<{ id: string; cents: number; email: string }>`
      WITH listed AS (
        INSERT INTO books (seller_id, title, author, description, location, original_price, resale_price, currency,
          year_of_purchase, mobile_number, category, created_at)
        SELECT a.id, ${word('n')} || ' Tales', ${word(`n % ${AUTHORS}`)} || ' Winter', 'One of many.', 'Harbour square', 50000, 1000 + n, 'USD', 2019,
          '+49 30 123456', (${CATEGORIES}::text[])[1 + n % 3], now() - interval '1 day' + n * interval '1 second'
        FROM generate_series(1, ${BOOKS}) n JOIN accounts a ON a.email = (${emails}::text[])[1 + n % ${SELLERS}]
        RETURNING id, resale_price::int AS cents, seller_id
      )
      SELECT listed.id, cents, email FROM listed JOIN accounts ON accounts.id = seller_id`.execute(database.db)
    books = rows
  }, 600_000)
  afterAll(async () => {
    await varnish.stop()
    await shop.stop()
  })

  const written = (cents: number) => (cents / 100).toFixed(2)
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(varnish.origin + url, { headers })
    return { answer, cache: answer.headers.get('x-cache'), text: await answer.text() }
  }

  test('gives members what is theirs, and keeps none of it', async () => {
    const [seller, other] = [sellers[0]!, await aMember(through, 'seller')]
    for (const member of [seller, other, seller]) {
      const { cache, text } = await read('/api/my-books', { authorization: `Bearer ${member.token}` })
      expect([cache, text.includes('Tales')]).toEqual(['miss', member === seller])
      expect((await read('/api/identity/get-session')).cache).toBe('miss')
    }
    expect((await read('/api/all-books')).cache).toBe('miss')
    expect((await read('/advertise/00000000-0000-4000-8000-000000000000')).answer.status).toBe(404)
    expect((await read('/advertise/00000000-0000-4000-8000-000000000000')).cache).toBe('miss')
  })

  test('keeps pages, which browsers ask for each time, and tells nobody how', async () => {
    await until(async () => (await read('/about')).cache === 'hit')
    const { answer } = await read('/about')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const told = ['surrogate-key', 'surrogate-control', 'xkey', 'age', 'x-request-id', 'x-ratelimit-limit']
    expect(told.filter((name) => answer.headers.has(name))).toEqual([])
    const again = await read('/about', { 'if-none-match': answer.headers.get('etag')! })
    expect([again.answer.status, again.cache]).toEqual([304, 'hit'])
  })

  test('forgets nothing for who has no token', async () => {
    await until(async () => (await read('/about')).cache === 'hit')
    const headers = { 'surrogate-key': 'all-pages', authorization: 'Bearer guessed-by-somebody' }
    expect((await fetch(varnish.env.CDN_PURGE_URL!, { method: 'POST', headers })).status).toBe(403)
    expect((await read('/about')).cache).toBe('hit')
  })

  test('shows what no request of its own has changed, such as a tool’s', async () => {
    const [book] = books
    await until(async () => (await read(`/advertise/${book!.id}`)).cache === 'hit')
    await sql`UPDATE books SET title = 'By a tool' WHERE id = ${book!.id}`.execute(database.db)
    await until(async () => (await read(`/advertise/${book!.id}`)).text.includes('By a tool'))
    expect((await read(`/advertise/${book!.id}`)).text).toContain('By a tool')
  })

  test('shows no page without a write that was acknowledged, and asks the shop for few', async () => {
    const buyers: Member[] = []
    while (buyers.length < BUYERS) buyers.push(await aMember(through, 'buyer'))
    const readers = new Readers(varnish.origin)
    const figures: {
      seconds: number
      reads: number
      misses: number
      writes: number
      checked: number
      old: string[]
    }[] = []
    const tokenOf = (address: string) => sellers.find(({ email }) => email === address)!.token
    const edited = books.slice(0, BOOKS / 2)
    const sold = books.slice(BOOKS / 2)
    // What is read most is among both.
    const ids = edited.flatMap(({ id }, at) => [id, sold[at]!.id])
    const writes = [
      async (turn: number) => {
        // Every other time one of the twenty that are read most.
        const book = edited[turn % 2 === 0 ? turn % 10 : (turn * 7) % edited.length]!
        const [from, to] = [book.cents, 20_000 + turn]
        const body = { prices: [{ book: book.id, from: written(from), to: written(to) }] }
        await readers.change(book.id, written(to), () =>
          send(through, '/api/my-books/prices', { token: tokenOf(book.email), body }),
        )
        book.cents = to
        await readers.read(`/advertise/${book.id}`)
      },
      async (turn: number) => {
        const title = `Listing no ${turn} of many`
        const at = turn % LISTING
        await readers.list(title, () => aBookOf(through, sellers[at]!, { book_name: title }, [pictures[at]!]))
        await readers.read('/all-products')
      },
      async (turn: number) => {
        const { id } = sold[turn % sold.length]!
        const claim = () => anOrderOf(through, buyers.pop()!, id)
        await readers.change(id, 'Reserved. It will be back on sale', claim, true)
        await readers.read(`/advertise/${id}`)
      },
    ]
    // The pages are there already, as they are where a shop has visitors.
    for (const url of ['/', ...LISTS, ...ids.map((id) => `/advertise/${id}`)]) await readers.read(url)
    const visitors = readers.start(VISITORS, LISTS, ids)
    let done = 0
    for (const { perSecond, seconds } of ROUNDS) {
      readers.reset()
      const [begun, before] = [performance.now(), done]
      while (performance.now() - begun < seconds * 1000) {
        await writes[done % writes.length]!(Math.floor(done / writes.length))
        done += 1
        await sleep(Math.max(0, begun + ((done - before) * 1000) / perSecond - performance.now()))
      }
      const { reads, misses, checked, old } = readers
      figures.push({ seconds, reads, misses, writes: done - before, checked, old })
    }
    await visitors.stop()
    process.stdout.write(`${JSON.stringify(figures)}\n`)
    for (const { checked, old } of figures) expect([checked > 0, old]).toEqual([true, []])
    const [, usual] = figures
    expect(usual!.misses / usual!.reads).toBeLessThan(MOST_MISSES)
  })
})
