import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exampleBook, exampleIds } from '#contract/examples.ts'
import { ID_PATTERN } from '#contract/ids.ts'
import { SEARCH_LIMIT } from '#contract/request-limits.ts'
import { bookPicture, coverPicture, SITE_PICTURE } from '#contract/sharing.ts'
import { isCatalogueOpen, isSearchOpen } from '#contract/visitors.ts'
import { findBook } from '#server/books/list-books.ts'
import { withinBudget } from '#server/database/budget.ts'
import type { Services } from '#server/services.ts'
import { FEED_TYPE, feedOfAllBooks, feedOfSearch } from './feed.ts'
import { sharePictures, type SharePicture } from './share-pictures.ts'
import { openSearch, robotsText, webManifest } from './site-files.ts'
import { SiteMaps } from './site-maps/site-maps.ts'
import { XML_TYPE } from './xml.ts'

const HOUR = 'public, max-age=3600'
// These depend on settings, which may change at any time.
const ASKED_AGAIN = 'no-cache'
/** The search index lags by a second anyway; feed readers come every few minutes. */
const FEED_KEPT = 'public, max-age=300'
/** Rate-limit costs in requests, by the worst case. */
const DRAWN = { config: { costs: 6 } }
const LONG = { config: { costs: 3 } }
const SEARCHED = { config: { costs: SEARCH_LIMIT.costs } }
const OPEN_SEARCH_TYPE = 'application/opensearchdescription+xml; charset=utf-8'

/** The book of admins' example emails, which no shop has. */
const EXAMPLE = { id: exampleIds.book, title: exampleBook.book_name, author: exampleBook.book_writer, images: [] }

/** Files for browsers, search engines and feed readers: share pictures, manifest, robots.txt, feeds and the site map. */
export function sharingRoutes(app: FastifyInstance, services: Services): void {
  const pictures = sharePictures(services)
  const maps = new SiteMaps(services)
  app.addHook('preHandler', async () => void (await services.settings.refreshIfStale()))
  app.get(SITE_PICTURE, async (request, reply) => sendPicture(pictures.ofSite(), request, reply))
  app.get<{ Params: { id: string } }>(bookPicture(':id'), DRAWN, async (request, reply) => {
    const { id } = request.params
    const book = ID_PATTERN.test(id) ? await findBook(services, id) : null
    return sendPicture(
      pictures.ofBook(book ?? services.refuse('not_found', 'We can’t find that book.')),
      request,
      reply,
    )
  })
  app.get<{ Params: { id: string } }>(coverPicture(':id'), DRAWN, async (request, reply) => {
    const { id } = request.params
    const book = id === exampleIds.book ? EXAMPLE : ID_PATTERN.test(id) ? await findBook(services, id) : null
    const picture = pictures.ofCover(book ?? services.refuse('not_found', 'We can’t find that book.'))
    return sendPicture(picture, request, reply, 'image/jpeg')
  })
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', ASKED_AGAIN).type('application/manifest+json').send(webManifest(services.site)),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', ASKED_AGAIN).type('text/plain; charset=utf-8').send(robotsText(services.site)),
  )
  app.get('/opensearch.xml', async (_request, reply) =>
    reply.header('cache-control', ASKED_AGAIN).type(OPEN_SEARCH_TYPE).send(openSearch(services.site)),
  )
  app.get('/sitemap.xml', async (request, reply) => sendMap(await maps.index(), request, reply))
  app.get<{ Params: { name: string } }>('/sitemaps/:name.xml', LONG, async (request, reply) => {
    const map = (await maps.part(request.params.name)) ?? services.refuse('not_found', 'There’s no such map.')
    return sendMap(map, request, reply)
  })
  app.get('/all-products.atom', async (_request, reply) => {
    if (!isCatalogueOpen(services.site))
      services.refuse('not_found', 'Here, the list of all books is for members only.')
    return reply
      .header('cache-control', ASKED_AGAIN)
      .type(FEED_TYPE)
      .send(await feedOfAllBooks(services))
  })
  app.get('/search.atom', SEARCHED, async (request, reply) => {
    if (!isSearchOpen(services.site)) services.refuse('not_found', 'Here, books are shown to members only.')
    const address = new URL(request.url, services.site.publicUrl).searchParams
    return reply
      .header('cache-control', FEED_KEPT)
      .type(FEED_TYPE)
      .send(await withinBudget(SEARCH_LIMIT.withinMs, () => feedOfSearch(services, address)))
  })
}

function sendMap(compressed: Buffer, { headers }: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', HOUR).header('vary', 'accept-encoding').type(XML_TYPE)
  const accepts = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(headers['accept-encoding'] ?? '')
  if (accepts) return reply.header('content-encoding', 'gzip').send(compressed)
  // Stream it, off the main thread, with backpressure.
  return reply.send(Readable.from([compressed]).pipe(createGunzip()))
}

/** Sends the picture, or 304 without drawing it. */
async function sendPicture(
  { tag, draw }: SharePicture,
  request: FastifyRequest,
  reply: FastifyReply,
  type = 'image/png',
) {
  const etag = `"${tag}"`
  // Other sites embed it, so allow cross-origin use.
  void reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', HOUR).header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(type).send(await draw())
}
