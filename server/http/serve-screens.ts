import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import { createRequest } from '@remix-run/node-fetch-server'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/problems.ts'
import type { CatalogueReads } from '#contract/catalogue-reads.ts'
import type { ScreenHandler } from '#contract/screen-services.ts'
import type { Site } from '#contract/site.ts'
import type { ContentPages } from '#contract/content-pages.ts'
import { busyPage, busyPagePolicy } from './busy-page.ts'
import { asError } from './describe-error.ts'
import { outageOf } from './outages.ts'
import { answerError, unavailableWords, USUAL_WAIT } from './problem-responses.ts'
import { newScriptMark, takeOwnScripts } from './own-scripts.ts'
import { screenPolicy, securityHeaders } from './security-headers.ts'

export interface ScreensOptions {
  /** The folder that `npm run build` fills. */
  buildDir: string
  site: Site
  reads: CatalogueReads
  content: ContentPages
}

/** Serves the built screens: their files as they are, every other address rendered. Register it as a plugin. */
export async function serveScreens(app: FastifyInstance, options: ScreensOptions): Promise<void> {
  const handle = await loadScreens(options.buildDir)
  const headers = securityHeaders(options.site)
  // Not by the Host header, which a client may fill with anything.
  const { host, protocol } = new URL(options.site.publicUrl)

  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Rendered pages differ from request to request: a fast level, unlike the files compressed at build time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
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
  await app.register(serveStatic, {
    root: path.join(options.buildDir, 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // What an address asks for may be refused; only the rest is ours to look into.
      const reportError = (error: unknown) => {
        if (error instanceof Refusal) request.log.info({ code: error.code }, 'screen: refused')
        else if (!request.server.noteOutage(error)) request.log.error({ err: error ?? asError(error) }, 'screen')
      }
      const scriptMark = newScriptMark()
      const services = { ...options, requestId: request.id, scriptMark, reportError }
      const asked = createRequest(request.raw, reply.raw, { host, protocol })
      const response = await handle(asked, services)
      if (response.headers.get('content-type')?.startsWith('text/html'))
        return sendPage(response, { site: options.site, scriptMark }, request, reply)
      return sendScreen(response, response.body ? Buffer.from(await response.arrayBuffer()) : '', request, reply)
    },
  })
}

async function loadScreens(buildDir: string): Promise<ScreenHandler> {
  const built: unknown = await import(pathToFileURL(path.join(buildDir, 'server', 'index.js')).href)
  const { entry } = built as { entry: { module: { createScreenHandler(build: unknown): ScreenHandler } } }
  return entry.module.createScreenHandler(built)
}

async function sendPage(
  response: Response,
  { site, scriptMark }: { site: Site; scriptMark: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { page, hashes } = takeOwnScripts(await response.text(), scriptMark)
  void reply.header('content-security-policy', screenPolicy(site, hashes))
  return sendScreen(response, page, request, reply)
}

async function sendScreen(response: Response, body: string | Buffer, request: FastifyRequest, reply: FastifyReply) {
  void reply.status(response.status)
  for (const [name, value] of response.headers) void reply.header(name, value)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache')
  // A redirect or an answer to HEAD has no body, and Fastify must be given an empty one.
  return reply.send(request.method === 'HEAD' ? '' : body)
}
