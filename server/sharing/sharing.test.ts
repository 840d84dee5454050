import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { exampleIds } from '#contract/examples.ts'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'
import { titlesOfAllKinds } from '#tests/kit/titles-of-all-kinds.ts'

const server = await startTestServer({
  env: {
    PUBLIC_URL: 'http://localhost:5999',
    DOGEAR_NAME: 'The <Reading> Room & Friends',
    CATALOGUE: 'open',
  },
})
const { services, send, origin } = server

const seller = await anAccount(services, 'seller')
const book = await aBook(services, seller, { title: 'The Salt Road', author: 'Ida Holm' })

const picture = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers })
const pixelsOf = async (answer: Response) =>
  sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })

/** The colour in the middle of where the cover is. */
async function colourOfCover(answer: Response): Promise<number[]> {
  const { data, info } = await pixelsOf(answer)
  const at = (590 - 275) * info.width * info.channels + 230 * info.channels
  return [...data.subarray(at, at + 3)]
}

describe('the picture of a book', () => {
  test('is a PNG of the size that is asked for everywhere, and others may show it', async () => {
    const answer = await picture(`/share/books/${book}.png`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect((await pixelsOf(answer)).info).toMatchObject({ width: 1200, height: 630 })
  })

  test('is its cover alone for emails, of an example book too', async () => {
    for (const id of [book, exampleIds.book]) {
      const answer = await picture(`/share/covers/${id}.jpg`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect((await pixelsOf(answer)).info).toMatchObject({ width: 144, height: 216 })
    }
    expect((await picture(`/share/covers/${exampleIds.order}.jpg`)).status).toBe(404)
  })

  test('is cached by ETag, and changes with its contents', async () => {
    const id = await aBook(services, seller, { title: 'The Salt Lane' })
    const etag = (await picture(`/share/books/${id}.png`)).headers.get('etag')!
    const again = await picture(`/share/books/${id}.png`, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await sql`UPDATE books SET title = 'The Salt Street' WHERE id = ${id}`.execute(services.db)
    const changed = await picture(`/share/books/${id}.png`, { 'if-none-match': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  })

  test('shows the seller’s photo where there is one, and a drawn cover where it is gone', async () => {
    const red = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(red)], { type: 'image/png' }), 'cover.png')
    const { json } = await send('POST', '/api/images', { token: seller.token, body: form })
    const withPhoto = await aBook(services, seller, { title: 'Red', images: [json.data.url] })
    const [r = 0, g = 255, b = 255] = await colourOfCover(await picture(`/share/books/${withPhoto}.png`))
    expect({ r: r > 230, g: g < 40, b: b < 40 }).toEqual({ r: true, g: true, b: true })

    const gone = await aBook(services, seller, { title: 'Gone', images: [`/images/${'0'.repeat(64)}/1200.webp`] })
    expect((await picture(`/share/books/${gone}.png`)).status).toBe(200)
  })

  test('can be drawn of every title, in whatever script, and of many at once', async () => {
    const strange = titlesOfAllKinds
      .filter(({ title, author }) => title.length < 300 && author.length < 900)
      .slice(0, 45)
    const ids = await Promise.all(strange.map(({ title, author }) => aBook(services, seller, { title, author })))
    for (let at = 0; at < ids.length; at += 15) {
      const answers = await Promise.all(ids.slice(at, at + 15).map((id) => picture(`/share/books/${id}.png`)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })

  test.each([crypto.randomUUID(), '5', 'x'.repeat(200), '%00'])(
    'of %s, which is none, is a 404 in words',
    async (id) => {
      expect(problemOf(await send('GET', `/share/books/${id}.png`))).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test('of a book that was taken off the shop is gone as well', async () => {
    const removed = await aBook(services, seller)
    await send('DELETE', `/api/my-books/${removed}`, { token: seller.token })
    expect((await picture(`/share/books/${removed}.png`)).status).toBe(404)
  })
})

test('too many pictures at once are refused in words, and come a moment later', async () => {
  const titles = Array.from({ length: 50 }, (_, at) => `At once ${at}`)
  const ids = await Promise.all(titles.map((title) => aBook(services, seller, { title })))
  const answers = await Promise.all(ids.map((id) => send('GET', `/share/books/${id}.png`)))
  const refused = answers.flatMap(({ status }, at) => (status === 200 ? [] : [at]))
  expect(refused.length).toBeGreaterThan(0)
  expect(problemOf(answers[refused[0]!]!)).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(Number(answers[refused[0]!]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await picture(`/share/books/${ids[refused[0]!]}.png`)).status).toBe(200)
})

test('the shop has a picture of its own', async () => {
  const answer = await picture('/share/site.png')
  expect((await pixelsOf(answer)).info).toMatchObject({ width: 1200, height: 630, format: 'raw' })
})

test('the manifest has the operator’s name of the shop', async () => {
  const answer = await send('GET', '/manifest.webmanifest')
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  expect(answer.json).toMatchObject({
    name: 'The <Reading> Room & Friends',
    short_name: 'The',
    start_url: '/',
    theme_color: '#eae2cf',
    background_color: '#f6f1e4',
    icons: expect.arrayContaining([expect.objectContaining({ sizes: '512x512', purpose: 'maskable' })]),
  })
})

describe('what programs that search the web read', () => {
  const asked = (path: string) => send('GET', path, { headers: { 'x-forwarded-host': 'evil.example' } })

  test('robots.txt keeps them out of the API and the dashboard, and names the map', async () => {
    const { text, headers } = await asked('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toBe(
      'User-agent: *\nDisallow: /api/\nDisallow: /dashboard\n\nSitemap: http://localhost:5999/sitemap.xml\n',
    )
  })

  test('the map has parts, by the shop’s own address alone', async () => {
    const { text, headers } = await asked('/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const places = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place)
    expect(places.length).toBeGreaterThan(2)
    expect(places.filter((place) => !/^http:\/\/localhost:5999\/sitemaps\/[\w-]+\.xml$/.test(place!))).toEqual([])
  })

  test('browsers find the shop’s OpenSearch description', async () => {
    const { text, headers } = await asked('/opensearch.xml')
    expect(headers.get('content-type')).toBe('application/opensearchdescription+xml; charset=utf-8')
    expect(text).toContain('<ShortName>The &lt;Reading&gt;</ShortName>')
    expect(text).toContain('template="http://localhost:5999/search?q={searchTerms}"')
  })
})
