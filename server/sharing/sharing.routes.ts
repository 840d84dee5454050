import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ID_PATTERN } from '#contract/ids.ts'
import { bookPicture, SITE_PICTURE } from '#contract/sharing.ts'
import { findBook } from '#server/books/list-books.ts'
import type { Services } from '#server/services.ts'
import { sharePictures, type SharePicture } from './share-pictures.ts'
import { robotsText, webManifest } from './site-files.ts'
import { siteMap } from './site-map.ts'

const HOUR = 'public, max-age=3600'
// They say what an admin may change any time.
const ASKED_AGAIN = 'no-cache'

/** What others ask of a shop before they show it: pictures of links, who it is, and what may be searched. */
export function sharingRoutes(app: FastifyInstance, services: Services): void {
  const pictures = sharePictures(services)
  const map = siteMap(services)
  app.addHook('preHandler', async () => void (await services.settings.keepUp()))
  app.get(SITE_PICTURE, async (request, reply) => sendPicture(pictures.ofSite(), request, reply))
  app.get<{ Params: { id: string } }>(bookPicture(':id'), async (request, reply) => {
    const { id } = request.params
    const book = ID_PATTERN.test(id) ? await findBook(services, id) : null
    return sendPicture(pictures.ofBook(book ?? services.refuse('not_found', 'There’s no such book.')), request, reply)
  })
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', ASKED_AGAIN).type('application/manifest+json').send(webManifest(services.site)),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', ASKED_AGAIN).type('text/plain; charset=utf-8').send(robotsText(services.site)),
  )
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .header('cache-control', HOUR)
      .type('application/xml; charset=utf-8')
      .send(await map()),
  )
}

/** The picture, or only that it is still the same: then nothing is drawn. */
async function sendPicture({ tag, draw }: SharePicture, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${tag}"`
  // Others show it on their own pages: that is what it is for.
  void reply.header('cross-origin-resource-policy', 'cross-origin').header('cache-control', HOUR).header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('image/png').send(await draw())
}
