import { describe, expect, test } from 'vitest'
import { buckets, slotOf } from '#server/database/buckets/buckets.ts'
import { keyOfSlot } from '#server/database/buckets/cache-keys.ts'
import { aBook, anAccount, buyNowBody } from '#tests/kit/accounts-and-books.ts'
import { startCdnSink } from '#tests/port-suites/cdn-sink.ts'
import { aPicture } from '#tests/kit/pictures.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'

const sink = await startCdnSink()
const shop = await startRenderedShop({
  env: {
    CDN_PURGE_URL: sink.url,
    CDN_PURGE_TOKEN: 'a-token-of-the-cdn',
    RATE_LIMITS: 'on',
    READS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
  },
})
const byTags = await startRenderedShop({ on: shop, env: { CDN_PURGE_URL: sink.url, CDN_PROTOCOL: 'cache-tag' } })
const without = await startRenderedShop({ on: shop })
const { services, send } = shop

const [ann, ben] = [await anAccount(services, 'seller'), await anAccount(services, 'seller')]
const buyer = await anAccount(services, 'buyer')
const novel = await aBook(services, ann, { category: 'novel-book', title: 'A novel' })
const soups = await aBook(services, ben, { category: 'cook-book', title: 'Soups' })

const keyOf = (bucket: string) => keyOfSlot(slotOf(bucket))
const keysOf = ({ headers }: { headers: Headers }) => headers.get('surrogate-key')?.split(' ') ?? []
const kept = ({ headers }: { headers: Headers }) => headers.get('surrogate-control')

const pages = {
  home: '/',
  list: '/all-products',
  category: '/books/cook-book',
  advertised: '/advertises',
  categories: '/products-categories',
  book: `/advertise/${soups}`,
  data: `/advertise/${soups}.data`,
  seller: `/sellers/${ben.id}`,
  text: '/about',
  feed: '/all-products.atom',
}

describe('a CDN may keep', () => {
  test('a public page, made or from memory, under what it shows; browsers ask again each time', async () => {
    const shows = {
      home: [buckets.book(soups), buckets.name(ben.id), buckets.newIn({})],
      list: [buckets.book(soups), buckets.book(novel), buckets.newIn({})],
      category: [buckets.book(soups), buckets.categories, buckets.newIn({ category: 'cook-book' })],
      book: [buckets.book(soups), buckets.name(ben.id), buckets.seller(ben.id)],
      data: [buckets.book(soups)],
      seller: [buckets.seller(ben.id), buckets.book(soups)],
    }
    for (const [page, url] of Object.entries(pages)) {
      const [made, again] = [await send('GET', url), await send('GET', url)]
      const names = shows[page as keyof typeof shows] ?? []
      for (const answer of [made, again]) {
        expect([page, answer.status, answer.headers.get('cache-control')]).toEqual([page, 200, 'no-cache'])
        expect([page, kept(answer)]).toEqual([page, expect.stringMatching(/^max-age=(?:60|600)$/)])
        expect([page, keysOf(answer)]).toEqual([page, expect.arrayContaining(['all-pages', ...names.map(keyOf)])])
        expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
      }
    }
    const { headers } = await send('GET', pages.book)
    const unchanged = await send('GET', pages.book, { headers: { 'if-none-match': headers.get('etag')! } })
    expect([unchanged.status, keysOf(unchanged)]).toEqual([304, headers.get('surrogate-key')!.split(' ')])
  })

  test('what follows the search index for a minute, and under a key of its own', async () => {
    expect(kept(await send('GET', pages.list))).toBe('max-age=60')
    expect(keysOf(await send('GET', pages.list))).toContain('following-index')
    expect(kept(await send('GET', pages.book))).toBe('max-age=600')
    expect(keysOf(await send('GET', pages.book))).not.toContain('following-index')
  })

  test('a picture and a built file for an hour, so that a removed one is gone', async () => {
    const body = new FormData()
    body.set('image', new Blob([await aPicture()], { type: 'image/png' }), 'cover.png')
    const { json } = await send('POST', '/api/images', { as: ben, body })
    const script = /\/assets\/[\w-]+\.js/.exec((await send('GET', '/about')).text)![0]
    for (const url of [new URL(json.data.url as string, shop.origin).pathname, script]) {
      const file = await send('GET', url)
      expect([url, file.status, kept(file)]).toEqual([url, 200, 'max-age=3600'])
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test('by cache tags where the CDN goes by these', async () => {
    const { headers } = await byTags.send('GET', pages.book)
    expect(headers.get('cdn-cache-control')).toBe('max-age=600')
    expect(headers.get('cache-tag')?.split(',')).toEqual(expect.arrayContaining(['all-pages', keyOf(`book ${soups}`)]))
    expect(headers.get('surrogate-control')).toBeNull()
  })
})

describe('a CDN keeps nothing', () => {
  test.each([
    ['that was asked for with an account', () => send('GET', pages.book, { as: buyer })],
    ['of the API', () => send('GET', '/api/all-books')],
    ['of the API from memory', () => send('GET', '/api/all-books')],
    ['that a member reads', () => send('GET', '/api/my-orders', { as: buyer })],
    ['at an address with made-up words', () => send('GET', '/?from=elsewhere')],
    ['of a search', () => send('GET', '/search?q=soups')],
    ['of a member’s screen', () => send('GET', '/dashboard/my-orders')],
    ['that isn’t there', () => send('GET', '/advertise/00000000-0000-4000-8000-000000000000')],
    ['that isn’t a picture', () => send('GET', '/images/none/800.webp')],
    ['that is refused', () => send('GET', '/api/my-orders')],
    ['of a session', () => send('GET', '/api/identity/get-session')],
    ['that can’t be asked for', () => send('PUT', '/')],
  ])('%s', async (_, ask) => {
    const answer = await ask()
    expect(kept(answer)).toBe('no-store')
    expect(keysOf(answer)).toEqual([])
  })

  test('and is told nothing where there is none', async () => {
    for (const url of [pages.book, '/api/all-books']) {
      const { headers } = await without.send('GET', url)
      const told = ['surrogate-control', 'surrogate-key', 'cdn-cache-control', 'cache-tag']
      expect(told.filter((name) => headers.has(name))).toEqual([])
    }
  })
})

describe('the answer to a write', () => {
  const edit = () => send('POST', '/api/my-books/prices', { as: ben, body: { prices: [{ book: soups, from, to }] } })
  let [from, to] = ['', '']
  const nextPrice = async () => {
    from = String((await send('GET', `/api/advertise/${soups}`)).json.resalePrice)
    to = String(Number(from) + 1)
  }

  test('comes when the CDN has forgotten each page that changed', async () => {
    await nextPrice()
    const before = new Map<string, { text: string; keys: string[] }>()
    for (const url of Object.values(pages)) {
      const answer = await send('GET', url)
      before.set(url, { text: answer.text, keys: keysOf(answer) })
    }
    sink.purges.splice(0)
    expect((await edit()).json.changed).toEqual([soups])
    const purged = new Set(sink.purges.flatMap(({ keys }) => keys))
    for (const [url, { text, keys }] of before) {
      const isChanged = (await send('GET', url)).text !== text
      expect([url, isChanged && !keys.some((key) => purged.has(key))]).toEqual([url, false])
    }
    expect(before.get(`/advertise/${novel}`)?.keys.some((key) => purged.has(key))).not.toBe(true)
    expect(sink.purges[0]!.headers).toMatchObject({
      authorization: 'Bearer a-token-of-the-cdn',
      'fastly-key': 'a-token-of-the-cdn',
    })
  })

  test('waits for the CDN’s confirmation', async () => {
    await nextPrice()
    const asked = Promise.withResolvers<void>()
    const confirmed = Promise.withResolvers<number>()
    sink.answer = () => {
      asked.resolve()
      return confirmed.promise
    }
    const events: string[] = []
    const answered = edit().then(() => events.push('answered'))
    await asked.promise
    events.push('confirmed')
    confirmed.resolve(200)
    await answered
    sink.answer = () => 200
    expect(events).toEqual(['confirmed', 'answered'])
  })

  test('comes without it where the CDN fails, and the write is done', async () => {
    sink.answer = () => 503
    const { status } = await send('POST', '/api/buy-now', { as: buyer, body: buyNowBody(novel) })
    sink.answer = () => 200
    expect(status).toBe(200)
    expect(shop.logged.filter((line) => line.includes('a purge of the CDN failed'))).toHaveLength(1)
  })
})
