import { randomUUID } from 'node:crypto'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import fastify, { errorCodes, LogController, type FastifyInstance, type FastifyServerFactory } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { MOST_LIST_BYTES } from '#contract/books/brought-lists.ts'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { accountClosureRoutes } from './account-closure/account-closure.routes.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { mailChoiceRoutes, stopMailsAtOnceRoutes } from './accounts/mail-choices/mail-choices.routes.ts'
import { bookRoutes } from './books/books.routes.ts'
import { broughtListRoutes, listUploadRoutes } from './books/brought/brought-lists.routes.ts'
import { categoryBooksRoutes } from './books/categories/category-books.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import type { PoolState } from './database/open-pools.ts'
import { wantRoutes } from './wants/wants.routes.ts'
import { favouriteRoutes } from './favourites/favourites.routes.ts'
import { apiDocsRoutes } from './http/api-docs.ts'
import { serveCalls } from './http/call-route.ts'
import { answerClientError } from './http/client-errors.ts'
import { identityRoutes } from './http/identity-routes.ts'
import { registerMessageStreams } from './http/message-stream.ts'
import { loggerOptions } from './http/log.ts'
import { limitForgedEvents, unreadableAddresses } from './http/limits/limit-uncounted.ts'
import { closeConnectionsAtTheEnd } from './http/concurrency/close-connections.ts'
import { limitConcurrency } from './http/concurrency/limit-concurrency.ts'
import { registerOutages } from './http/outages.ts'
import { registerPageCache } from './http/page-cache/register-page-cache.ts'
import { operationRoutes } from './http/operation-routes.ts'
import { outboxRoutes, type KeptMail } from './http/mail-pages/outbox-routes.ts'
import { monitorGuard } from './http/monitoring/monitor-guard.ts'
import { noteAnswers } from './http/note-answers.ts'
import { answerError, sendProblem } from './http/problem-responses.ts'
import { registerRateLimits } from './http/limits/rate-limits.ts'
import { holdBack } from './http/own-database/hold-back.ts'
import { requireOwnDatabase } from './http/own-database/require-own-database.ts'
import { pathOnly, requireKnownOrigin, requirePlainRequests } from './http/require-plain-requests.ts'
import { secretGuard } from './secrets/secret-guard.ts'
import { dataPolicy, openerPolicy, securityHeaders } from './http/security-headers.ts'
import { REQUEST_TIMEOUT_MS, timeouts } from './http/concurrency/timeouts.ts'
import { registerRequestNotes } from './http/request-notes/request-notes.ts'
import { withholdSecrets } from './http/withheld/withhold-secrets.ts'
import type { BrowserOrigins } from './ports/browser-origins.ts'
import { imageRoutes, keptPicturesRoutes } from './images/images.routes.ts'
import { readJobs } from './jobs/read-jobs.ts'
import { metricsReader } from './metrics/read-metrics.ts'
import type { ShopMetrics } from './metrics/shop-metrics.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { ledgerRoutes } from './orders/ledger/ledger.routes.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { paymentEventRoutes, paymentRoutes } from '#server/orders/payments/payments.routes.ts'
import { problemRoutes } from '#server/orders/problems/problems.routes.ts'
import { exportFileRoutes, exportRoutes } from './exports/exports.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { readIndexLag } from './search/lag/index-lag.ts'
import { searchRoutes } from './search/search.routes.ts'
import { backupFileRoutes, backupRoutes } from './settings/backups/backups.routes.ts'
import { contentPagesRoutes } from './settings/content-pages/content-pages.routes.ts'
import { healthCheckRoutes } from './settings/health-checks/health-checks.routes.ts'
import { mailPageRoutes, mailRoutes } from './settings/mails/mails.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { viewRoutes } from './views/views.routes.ts'
import { sharingRoutes } from './sharing/sharing.routes.ts'
import type { ShopBackups } from './ports/shop-backups.ts'
import type { Services } from './services.ts'

/**
 * Options of the HTTP server. `catalogue` turns on the page cache, and refuses writes on a database of another version;
 * `messages` allows event streams; `breaker` ends reads when the database stops answering.
 */
export interface ServerOptions extends Partial<Pick<Connection, 'catalogue' | 'messages' | 'breaker'>> {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'allowedOrigins'
    | 'rateLimits'
    | 'trustProxy'
    | 'logLevel'
    | 'dataDir'
    | 'secrets'
    | 'backups'
    | 'metricsToken'
  >
  /** What was counted, and the pools of the database, for monitors. */
  metrics: ShopMetrics
  readPools?: () => PoolState[]
  /** Reads the demo's mails; absent where mails are real. */
  readOutbox?: () => Promise<KeptMail[]>
  /** What the providers in use need in a browser. */
  origins?: readonly BrowserOrigins[]
  /** The shop's backups; absent where it takes none by itself. */
  backups?: ShopBackups
  /** Start of the current email outage; absent where no email is sent. */
  mailFailingSince?: () => Date | null
  /** A server that listens already; otherwise Fastify's own. */
  serverFactory?: FastifyServerFactory
  /** There while an update proves this program. */
  proof?: Parameters<typeof holdBack>[1] | undefined
  /** Plugins of providers with HTTP of their own (pictures, the card simulator), and of the screens. */
  plugins?: ((app: FastifyInstance) => unknown)[]
  /** Timeout for receiving a request, in milliseconds. */
  requestTimeout?: number
  /** Maximum wait of a request in the queue, in milliseconds; see limitConcurrency. */
  longestWait?: number
  /** Throws on undeclared refusals instead of logging them; for tests. */
  strict?: boolean
}

const BODY_LIMIT = 256 * 1024

/** Builds the whole HTTP server, not listening yet. Every server test starts here. */
export async function buildServer(services: Services, options: ServerOptions): Promise<FastifyInstance> {
  const { config, catalogue, plugins = [], origins = [], requestTimeout = REQUEST_TIMEOUT_MS, longestWait } = options
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
  // First hook: cached answers have all their headers already.
  const cache = catalogue && registerPageCache(app, catalogue)
  registerRequestNotes(app, config.trustProxy !== false)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...headers, ...openerPolicy(request.url), 'x-request-id': request.id })
    requireKnownOrigin(request.method, request.headers.origin, config.allowedOrigins)
  })
  requirePlainRequests(app)
  if (options.proof) holdBack(app, options.proof)
  closeConnectionsAtTheEnd(app)
  noteAnswers(app, options.metrics)
  await registerRateLimits(app, config)
  limitConcurrency(app, longestWait)
  await app.register(etag, { weak: true })
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

function apiRoutes(
  api: FastifyInstance,
  services: Services,
  options: ServerOptions & { readCache?: () => Record<string, number> },
): void {
  const { config, catalogue, messages, breaker, strict = false, backups = null, readOutbox } = options
  const readBackups = backups ? { readBackups: () => backups.state() } : {}
  if (catalogue) requireOwnDatabase(api, catalogue)
  const mayMonitor = monitorGuard(config)
  const servingOn = (scope: FastifyInstance) => serveCalls(scope, services, { strict, breaker, mayMonitor })
  const serve = servingOn(api)
  accountRoutes(serve)
  mailChoiceRoutes(serve)
  void api.register(async (scope) => stopMailsAtOnceRoutes(scope, services))
  bookRoutes(serve, services.shop.currency)
  broughtListRoutes(serve)
  searchRoutes(serve)
  keptPicturesRoutes(serve)
  categoryRoutes(serve)
  categoryBooksRoutes(serve)
  orderRoutes(serve)
  paymentRoutes(serve)
  ledgerRoutes(serve)
  if (messages) registerMessageStreams(api, services, messages)
  favouriteRoutes(serve)
  wantRoutes(serve)
  messageRoutes(serve)
  problemRoutes(serve)
  void api.register(async (events) => {
    limitForgedEvents(events, config.rateLimits)
    paymentEventRoutes(events, servingOn(events))
  })
  accountClosureRoutes(serve)
  reportRoutes(serve)
  settingsRoutes(serve)
  contentPagesRoutes(serve)
  mailRoutes(serve)
  healthCheckRoutes(serve)
  mailPageRoutes(api, services)
  exportRoutes(serve)
  backupRoutes(serve, backups)
  viewRoutes(serve, backups)
  exportFileRoutes(api, services)
  backupFileRoutes(api, services, backups)
  void api.register(async (pictures) => {
    await pictures.register(multipart, { limits: { files: 1, fields: 5, fileSize: MOST_IMAGE_BYTES } })
    imageRoutes(servingOn(pictures), services)
  })
  void api.register(async (lists) => {
    await lists.register(multipart, { limits: { files: 1, fields: 5, fileSize: MOST_LIST_BYTES } })
    listUploadRoutes(servingOn(lists))
  })
  const readMetrics = metricsReader({ db: services.db, ...options, ...readBackups })
  operationRoutes(serve, { ...options, ...readBackups, readJobs, readSearch: readIndexLag, readMetrics })
  if (readOutbox) outboxRoutes(serve, api, readOutbox)
  apiDocsRoutes(api, services.site, config.rateLimits)
  api.all(`${API_BASE}/*`, async () => services.refuse('not_found', 'There’s no such call.'))
}
