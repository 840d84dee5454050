import { randomUUID } from 'node:crypto'
import etag from '@fastify/etag'
import fastify, { errorCodes, LogController, type FastifyInstance } from 'fastify'
import { cdnHeaders } from './http/cdn/cdn-headers.ts'
import { registerCdn } from './http/cdn/register-cdn.ts'
import { answerClientError } from './http/client-errors.ts'
import { redirectFormerAddresses } from './http/moved/former-addresses.ts'
import { identityRoutes } from './http/identity-routes.ts'
import { loggerOptions } from './http/log.ts'
import { unreadableAddresses } from './http/limits/limit-uncounted.ts'
import { closeConnectionsAtTheEnd } from './http/concurrency/close-connections.ts'
import { limitConcurrency } from './http/concurrency/limit-concurrency.ts'
import { registerOutages } from './http/outages.ts'
import { registerPageCache } from './http/page-cache/register-page-cache.ts'
import { noteAnswers } from './http/note-answers.ts'
import { answerError, sendProblem } from './http/problem-responses.ts'
import { registerRateLimits } from './http/limits/rate-limits.ts'
import { holdBack } from './http/own-database/hold-back.ts'
import { pathOnly, requireKnownOrigin, requirePlainRequests } from './http/require-plain-requests.ts'
import { secretGuard } from './secrets/secret-guard.ts'
import { dataPolicy, openerPolicy, securityHeaders } from './http/security-headers.ts'
import { REQUEST_TIMEOUT_MS, timeouts } from './http/concurrency/timeouts.ts'
import { registerRequestNotes } from './http/request-notes/request-notes.ts'
import { withholdSecrets } from './http/withheld/withhold-secrets.ts'
import { sharingRoutes } from './sharing/sharing.routes.ts'
import type { Services } from './services.ts'
import { apiRoutes, monitorRoutes } from './api-routes.ts'
import type { ServerOptions } from './server-options.ts'

const JOBS_ALONE = 'This instance does jobs, and answers monitors alone.'
const BODY_LIMIT = 256 * 1024

/** Builds the whole HTTP server, not listening yet. Every server test starts here. */
export async function buildServer(services: Services, options: ServerOptions): Promise<FastifyInstance> {
  const { config, plugins = [], origins = [], requestTimeout = REQUEST_TIMEOUT_MS, longestWait } = options
  const { serverFactory } = options
  const headers = { ...securityHeaders(services.site, origins), 'content-security-policy': dataPolicy }
  const answerUnreadable = unreadableAddresses(config.rateLimits)
  const app = fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy === false ? false : (_address, hop) => hop < Number(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    // No timeout: loading the screens is slow on a busy machine.
    pluginTimeout: 0,
    requestTimeout,
    http: { ...timeouts(requestTimeout), requireHostHeader: false },
    ...(serverFactory && { serverFactory }),
    clientErrorHandler: answerClientError,
    // The hook below answers requests that still arrive, as a problem document.
    return503OnClosing: false,
    // Idle connections must not delay the shutdown.
    forceCloseConnections: 'idle',
    rewriteUrl: pathOnly,
    // serveCalls validates the contract's schemas, so skip loading Fastify's compilers.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Malformed addresses skip all hooks, so set the headers here.
    frameworkErrors: (error, request, reply) =>
      void answerUnreadable(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
  })
  registerOutages(app, services.log, config.dataDir)
  app.decorateRequest('caller')
  bodiesInJson(app)
  app.setErrorHandler(answerError)
  if (config.secrets.length > 0) withholdSecrets(app, secretGuard(config.secrets))
  redirectFormerAddresses(app, config, headers)
  // Before the hooks that set headers: cached answers have all of them already.
  const cache = cachePages(app, options)
  registerRequestNotes(app, config.trustProxy !== false)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...headers, ...openerPolicy(request.url), 'x-request-id': request.id })
    requireKnownOrigin(request.method, request.headers.origin, config)
  })
  requirePlainRequests(app)
  if (options.proof) holdBack(app, options.proof)
  closeConnectionsAtTheEnd(app)
  noteAnswers(app, options.metrics)
  await registerRateLimits(app, config, options.counts)
  limitConcurrency(app, longestWait)
  await app.register(etag, { weak: true })
  if (config.role === 'jobs') {
    await app.register(async (api) => monitorRoutes(api, services, options))
    app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not_found', JOBS_ALONE))
    return app
  }
  await app.register(async (api) => {
    apiRoutes(api, services, { ...options, ...(cache && { readCache: () => cache.bytes }) })
    if (services.identity.handle) await identityRoutes(api, services.identity.handle, config.publicUrl)
  })
  await app.register(async (scope) => sharingRoutes(scope, services))
  for (const plugin of plugins) await app.register(async (scope) => void (await plugin(scope)))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, 'not_found', 'There is nothing at this address.'),
  )
  return app
}

/** Answers pages from memory, and tells a CDN which of them it may keep, until something changes that they show. */
function cachePages(app: FastifyInstance, { catalogue, config, purges }: ServerOptions) {
  if (!catalogue) return undefined
  const cdn = config.cdn && cdnHeaders(config.cdn.protocol)
  const cache = registerPageCache(app, { watch: catalogue, maxBytes: config.pageMemoryBytes, cdn })
  if (cdn) registerCdn(app, { headers: cdn, ...(purges && { purges }) })
  return cache
}

const noSchemas = () => {
  throw new Error('No route has a schema of Fastify’s.')
}

/**
 * Accepts JSON only: forms on foreign pages can send plain text without a preflight. An empty body counts as none,
 * whatever its Content-Type: many clients set one on every call.
 */
function bodiesInJson(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : void readJson(request, body, done),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    body.length === 0 ? done(null, undefined) : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()),
  )
}
