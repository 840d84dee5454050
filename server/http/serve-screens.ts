import compress from '@fastify/compress'
import { createRequest } from '@remix-run/node-fetch-server'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/problems.ts'
import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { ScreenHandler } from '#contract/screen-services.ts'
import type { Site } from '#contract/site.ts'
import type { ContentPages } from '#contract/content-pages.ts'
import type { Metrics, Settings } from '#server/services.ts'
import type { BrowserOrigins } from '#server/ports/browser-origins.ts'
import { withinBudget } from '#server/database/budget.ts'
import { busyPage, busyPagePolicy } from './busy-page.ts'
import { asError } from './describe-error.ts'
import { limitOfPage } from './limits/limit-of-page.ts'
import { outageOf } from './outages.ts'
import { PAGE_BROTLI } from './page-cache/encodings.ts'
import { answerError, unavailableWords, USUAL_WAIT } from './problem-responses.ts'
import { newScriptMark, takeOwnScripts } from './own-scripts.ts'
import { screenPolicy, securityHeaders } from './security-headers.ts'

/** Source of the screens: built once, or compiled on request during development. */
export interface Screens {
  /** Renders pages; called for each request. */
  handler(): ScreenHandler | Promise<ScreenHandler>
  /** Serves the files that pages consist of. */
  serveFiles(scope: FastifyInstance): Promise<void>
  /** Additional sources of the content security policy; none in production. */
  policy?: Record<string, string[]>
  /** They may change with each request: pages aren't cached. */
  areChanging?: true
}

export interface ScreensOptions {
  screens: Screens
  site: Site
  /** What the providers in use need in a browser. */
  origins: readonly BrowserOrigins[]
  /** Refreshed first, so that a cached page never has older settings than when its render began. */
  settings: Pick<Settings, 'refreshIfStale'>
  reads: CatalogueReads
  content: () => ContentPages
  metrics: Pick<Metrics, 'rendered'>
}

/** Serves the screens: static files, and server-side rendering for all other addresses. Register it as a plugin. */
export async function serveScreens(app: FastifyInstance, { screens, ...options }: ScreensOptions): Promise<void> {
  const headers = securityHeaders(options.site, options.origins)
  // Not by the Host header, which a client may fill with anything.
  const { host, protocol } = new URL(options.site.publicUrl)

  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: PAGE_BROTLI,
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') && request.routeOptions.url === '/*'
    if (!wantsPage || outageOf(error) === null) return answerError(error, request, reply)
    request.server.noteOutage(error)
    const page = busyPage(options.site.name, unavailableWords(error), USUAL_WAIT.unavailable)
    return reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': busyPagePolicy })
      .type('text/html; charset=utf-8')
      .send(request.method === 'HEAD' ? '' : page)
  })
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) void reply.header(name, value)
  })
  await screens.serveFiles(app)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Refusals are expected; other errors are logged as errors.
      const reportError = (error: unknown) => {
        // An incomplete page isn't shared with waiting requests.
        request.pendingRender?.settle(null)
        if (error instanceof Refusal) request.log.info({ code: error.code }, 'screen: refused')
        else if (!request.server.noteOutage(error)) request.log.error({ err: error ?? asError(error) }, 'screen')
      }
      await options.settings.refreshIfStale()
      const scriptMark = newScriptMark()
      // A snapshot, for the whole page.
      const [site, content] = [{ ...options.site }, options.content()]
      const services = { site, content, reads: options.reads, requestId: request.id, scriptMark, reportError }
      if (screens.areChanging) request.pendingRender?.settle(null)
      const handle = await screens.handler()
      const { url, method, signal } = createRequest(request.raw, reply.raw, { host, protocol })
      // Without the request's headers: the renderer can't know who asks, so a page is the same for everybody.
      const { withinMs } = limitOfPage(request.url)
      const render = async () => handle(new Request(url, { method, signal }), services)
      const begun = performance.now()
      const response = await (withinMs === null ? render() : withinBudget(withinMs, render))
      options.metrics.rendered((performance.now() - begun) / 1000)
      if (response.headers.get('content-type')?.startsWith('text/html'))
        return sendPage(response, { origins: options.origins, scriptMark, policy: screens.policy }, request, reply)
      return sendScreen(response, response.body ? Buffer.from(await response.arrayBuffer()) : '', request, reply)
    },
  })
}

async function sendPage(
  response: Response,
  { origins, scriptMark, policy }: Pick<ScreensOptions, 'origins'> & { scriptMark: string; policy: Screens['policy'] },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { page, hashes } = takeOwnScripts(await response.text(), scriptMark)
  void reply.header('content-security-policy', screenPolicy(origins, hashes, policy))
  return sendScreen(response, page, request, reply)
}

async function sendScreen(response: Response, body: string | Buffer, request: FastifyRequest, reply: FastifyReply) {
  void reply.status(response.status)
  for (const [name, value] of response.headers) void reply.header(name, value)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache')
  // A redirect or an answer to HEAD has no body, and Fastify must be given an empty one.
  return reply.send(request.method === 'HEAD' ? '' : body)
}
