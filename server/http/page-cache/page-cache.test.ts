import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { contentPageNames } from '#contract/screens.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { startRenderedShop, type RenderedShop } from '#tests/kit/rendered-shop.ts'
import { until } from '#tests/kit/until.ts'

const shop = await startRenderedShop({ env: { RATE_LIMITS: 'on', READS_PER_MINUTE: '100000' } })
const { services, send } = shop

const seller = await anAccount(services, 'seller')
const book = await aBook(services, seller, { title: 'The Salt Road', category: 'novel-book' })
beforeEach(() => void shop.answered.splice(0))

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A request with no headers but these, and the answer's bytes as they come. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET', { origin } = shop): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = ask(origin + url, { method, headers }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject)
    })
    call.once('error', reject)
    call.end()
  })
}

/** Answers that were counted by the rate limits were not from memory. */
const isFromCache = ({ headers }: Answer) => headers['x-ratelimit-limit'] === undefined

/** The first cached answer. Right after a pause longer than FRESH_MS there is none. */
async function fromCache(...asked: Parameters<typeof get>): Promise<Answer> {
  for (;;) {
    const answer = await get(...asked)
    if (isFromCache(answer)) return answer
  }
}

/** What is the same in each answer, however it is sent. */
function lasting({ headers }: Answer): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:x-request-id|date|x-ratelimit-.*|keep-alive|content-length|transfer-encoding)$/.test(name),
    ),
  )
}

const pages = () => ['/', '/_.data?_routes=home', '/all-products?sort=price', '/books/novel-book', `/advertise/${book}`]
const texts = ['/about', '/privacy', '/blogs', '/about.data']
const data = () => ['/api/all-books', '/api/all-books?limit=1', '/api/books-categories', `/api/advertise/${book}`]

describe('an answer from memory', () => {
  test('is byte for byte the one that was made, with the same headers, in each encoding', async () => {
    for (const url of [...pages(), ...texts, ...data()])
      for (const encoding of ['gzip, deflate, br', 'gzip', 'identity']) {
        const past = await get(url, { authorization: 'Bearer x', 'accept-encoding': encoding })
        const kept = await fromCache(url, { 'accept-encoding': encoding })
        const decode = { br: brotliDecompressSync, gzip: gunzipSync }[kept.headers['content-encoding'] ?? '']
        const plain = (await get(url, { authorization: 'Bearer x' })).body
        expect([url, kept.status, isFromCache(past)]).toEqual([url, 200, false])
        expect((decode ? decode(kept.body) : kept.body).equals(plain)).toBe(true)
        // Who reads it as it is, is told as well that others don't.
        const isPage = !url.startsWith('/api')
        expect(lasting(kept)).toEqual({ ...lasting(past), ...(isPage && { vary: 'accept-encoding' }) })
      }
  })

  test('has a number of its own, and the policies of every answer', async () => {
    const [one, other] = [await fromCache('/'), await fromCache('/')]
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
    expect(one.headers['content-security-policy']).toContain("script-src 'self' 'sha256-")
    expect(one.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' })
  })

  test('is not sent again to who has it, nor a body to who asks for none', async () => {
    const { headers, body } = await fromCache('/', { 'accept-encoding': 'br' })
    const etag = headers.etag!
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get('/', { 'if-none-match': known, 'accept-encoding': 'br' })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
      expect(again.headers['content-encoding']).toBeUndefined()
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
    const head = await fromCache('/', { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)])
  })

  test('is made once when many ask at the same moment', async () => {
    await aBook(services, seller)
    const answers = await Promise.all(Array.from({ length: 60 }, () => get('/advertises')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(shop.answered.filter((one) => !one.isFromCache)).toEqual([{ url: '/advertises', isFromCache: false }])
    expect(shop.answered).toHaveLength(60)
  })
})

describe('what is kept', () => {
  test('is nobody’s own: cookies and other headers change nothing, and who shows a token is answered past it', async () => {
    const mine = {
      cookie: 'dogear.session=mine; theme=dark',
      'accept-language': 'de',
      'user-agent': 'mine',
      referer: '/x',
    }
    const first = await get('/books/cook-book', mine)
    expect((await fromCache('/books/cook-book')).body.equals(first.body)).toBe(true)
    expect(isFromCache(await get('/books/cook-book', { ...mine, authorization: `Bearer ${seller.token}` }))).toBe(false)
  })

  test('is nothing that failed or that there is not', async () => {
    for (const url of ['/books/no-such', `/advertise/${crypto.randomUUID()}`, `/api/advertise/${crypto.randomUUID()}`])
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await get(url)
        expect([url, answer.status, isFromCache(answer)]).toEqual([url, 404, false])
      }
    const { readCategories } = failing(shop)
    const lacking = await get('/products-categories')
    expect([lacking.status, isFromCache(await get('/products-categories'))]).toEqual([200, false])
    readCategories()
    const whole = await get('/products-categories')
    expect(whole.body.equals(lacking.body)).toBe(false)
    await fromCache('/products-categories')
  })

  test('is made from the settings alone where it is nothing but text', async () => {
    const { reads } = shop
    const given = { ...reads }
    onTestFinished(() => void Object.assign(reads, given))
    const asked: string[] = []
    for (const [name, read] of Object.entries(given))
      Object.assign(reads, {
        [name]: (...values: unknown[]) => {
          asked.push(name)
          return Reflect.apply(read, reads, values)
        },
      })
    const lasting = ['/blogs', ...contentPageNames.map((name) => `/${name}`)]
    for (const url of lasting) expect((await get(url, { authorization: 'Bearer x' })).status).toBe(200)
    expect(asked).toEqual([])
    await get('/', { authorization: 'Bearer x' })
    expect(asked).not.toEqual([])
  })

  test('is nothing at an address that somebody made up', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(isFromCache(await get('/?made=up'))).toBe(false)
  })

  test('is no list for visitors where the lists are for members', async () => {
    const closed = await startRenderedShop({ on: shop, env: { CATALOGUE: 'members' } })
    const ask = (url: string) => get(url, {}, 'GET', closed)
    for (const url of ['/all-products', '/all-products.data', '/books/novel-book', '/books/novel-book.data']) {
      expect((await get(url)).body.includes('The Salt Road')).toBe(true)
      const bodies = [await ask(url), await ask(url), await ask(url)].map(({ body }) => body.includes('The Salt Road'))
      expect([url, ...bodies]).toEqual([url, false, false, false])
    }
  })
})

test('who leaves before a page is made leaves the others to make it', async () => {
  const { isAsked, goOn } = halted(shop)
  const away = new AbortController()
  await forgetPages()
  const first = fetch(`${shop.origin}/advertises`, { signal: away.signal }).catch(() => null)
  await until(isAsked)
  const others = [get('/advertises'), get('/advertises')]
  away.abort()
  await first
  goOn()
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
})

test('a page that was begun before a change is for those who asked before it', async () => {
  const { isAsked, goOn } = halted(shop)
  await forgetPages()
  const early = get('/advertises')
  await until(isAsked)
  // Its books are read already.
  const { status } = await send('PUT', `/api/my-books/${book}`, { token: seller.token, body: { advertise: 'true' } })
  const late = get('/advertises')
  await until(() => isAsked(2))
  goOn()
  const [before, after, later] = [await early, await late, await get('/advertises')]
  expect([status, before.status]).toEqual([200, 200])
  const shown = [before, after, later].map(({ body }) => body.includes('The Salt Road'))
  expect(shown).toEqual([false, true, true])
})

/** As a save of the settings does. */
const forgetPages = () => sql`INSERT INTO catalogue_changes (buckets) VALUES ('{everything}')`.execute(services.db)

/** Pages lack their categories until they are read again. */
function failing({ reads }: RenderedShop) {
  const { listCategories } = reads
  reads.listCategories = async () => {
    throw new Error('not now')
  }
  const readCategories = () => void (reads.listCategories = listCategories)
  onTestFinished(readCategories)
  return { readCategories }
}

/** Advertised books are read, and handed on only once they may go on. */
function halted({ reads }: RenderedShop) {
  const { listAdvertisedBooks } = reads
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  let asked = 0
  reads.listAdvertisedBooks = async () => {
    const books = await listAdvertisedBooks()
    asked += 1
    await promise
    return books
  }
  onTestFinished(() => void (reads.listAdvertisedBooks = listAdvertisedBooks))
  return { isAsked: (times = 1) => asked >= times, goOn }
}
