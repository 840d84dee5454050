import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import etag from '@fastify/etag'
import multipart from '@fastify/multipart'
import fastify, { errorCodes, LogController, type FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { MOST_LIST_BYTES } from '#contract/books/brought-lists.ts'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { refuse } from '#contract/problems.ts'
import type { OutboxMail } from '#contract/outbox.ts'
import { accountClosureRoutes } from './account-closure/account-closure.routes.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { mailChoiceRoutes, stopMailsAtOnceRoutes } from './accounts/mail-choices/mail-choices.routes.ts'
import { bookRoutes } from './books/books.routes.ts'
import { broughtListRoutes, listUploadRoutes } from './books/brought/brought-lists.routes.ts'
import { categoryBooksRoutes } from './books/categories/category-books.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import { wantRoutes } from './wants/wants.routes.ts'
import { favouriteRoutes } from './favourites/favourites.routes.ts'
import { apiDocsRoutes } from './http/api-docs.ts'
import { serveCalls } from './http/call-route.ts'
import { answerClientError } from './http/client-errors.ts'
import { identityRoutes } from './http/identity-routes.ts'
import { registerMessageStreams } from './http/message-stream.ts'
import { loggerOptions } from './http/log.ts'
import { limitForgedEvents, unreadableAddresses } from './http/limits/limit-uncounted.ts'
import { limitConcurrency } from './http/concurrency/limit-concurrency.ts'
import { registerOutages } from './http/outages.ts'
import { registerPageCache } from './http/page-cache/register-page-cache.ts'
import { operationRoutes } from './http/operation-routes.ts'
import { outboxRoutes } from './http/outbox-routes.ts'
import { noteAnswers } from './http/note-answers.ts'
import { answerError, sendProblem } from './http/problem-responses.ts'
import { registerRateLimits } from './http/limits/rate-limits.ts'
import { requireOwnDatabase } from './http/own-database/require-own-database.ts'
import { pathOnly, requireKnownOrigin, requirePlainRequests } from './http/require-plain-requests.ts'
import { secretGuard } from './secrets/secret-guard.ts'
import { dataPolicy, openerPolicy, securityHeaders } from './http/security-headers.ts'
import { REQUEST_TIMEOUT_MS, timeouts } from './http/concurrency/timeouts.ts'
import { registerRequestNotes } from './http/under-way/request-under-way.ts'
import { withholdSecrets } from './http/withheld/withhold-secrets.ts'
import { imageRoutes } from './images/images.routes.ts'
import { readJobs } from './jobs/read-jobs.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { ledgerRoutes } from './orders/ledger/ledger.routes.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { paymentEventRoutes, paymentRoutes } from '#server/orders/payments/payments.routes.ts'
import { problemRoutes } from '#server/orders/problems/problems.routes.ts'
import { exportFileRoutes, exportRoutes } from './exports/exports.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { contentPagesRoutes } from './settings/content-pages/content-pages.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { viewRoutes } from './views/views.routes.ts'
import { sharingRoutes } from './sharing/sharing.routes.ts'
import type { BackupState, Services } from './services.ts'

/**
 * What a connection brings along. With `catalogue`, pages that are the same for all are answered from memory, and writes
 * are refused on a database of another version; with `messages`, news of them can be streamed; with `breaker`, reads stop
 * waiting when the database falls silent.
 */
export interface ServerOptions extends Partial<Pick<Connection, 'catalogue' | 'messages' | 'breaker'>> {
  config: Pick<
    Config,
    'publicUrl' | 'allowedOrigins' | 'rateLimits' | 'trustProxy' | 'logLevel' | 'dataDir' | 'secrets'
  >
  /** Reads the demo's mails; absent where mails are real. */
  readOutbox?: () => Promise<OutboxMail[]>
  /** How backups stand; absent where the shop takes none by itself. */
  readBackups?: () => BackupState
  /** Since when emails don't get through; absent where nothing sends any. */
  mailFailingSince?: () => Date | null
  /** Providers that bring HTTP of their own (pictures, the card simulator), and the screens. */
  plugins?: ((app: FastifyInstance) => unknown)[]
  /** Within so many milliseconds a request must have arrived. */
  requestTimeout?: number
  /** For so many milliseconds a request may wait until it is worked on; see limitConcurrency. */
  longestWait?: number
  /** A refusal that its call doesn't declare is an error instead of a line in the log; for tests. */
  strict?: boolean
}

const BODY_LIMIT = 256 * 1024

/** Puts the whole HTTP side together; it is not listening yet. Every server test starts here. */
export async function buildServer(services: Services, options: ServerOptions): Promise<FastifyInstance> {
  const { config, catalogue, plugins = [], requestTimeout = REQUEST_TIMEOUT_MS, longestWait } = options
  const headers = { ...securityHeaders(services.site), 'content-security-policy': dataPolicy }
  const answerUnreadable = unreadableAddresses(config.rateLimits)
  const app = fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy === false ? false : (_address, hop) => hop < Number(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    // A busy machine is no failure: loading the screens takes as long as it takes.
    pluginTimeout: 0,
    requestTimeout,
    http: { ...timeouts(requestTimeout), requireHostHeader: false },
    clientErrorHandler: answerClientError,
    // The hook below answers requests that still arrive, as a problem document.
    return503OnClosing: false,
    // Connections that idle must not hold up the end.
    forceCloseConnections: 'idle',
    rewriteUrl: pathOnly,
    // The contract's schemas are checked by serveCalls; Fastify's own compilers would be loaded for nothing.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // An address that can't be read reaches no hook, and its answer gets the same headers here.
    frameworkErrors: (error, request, reply) =>
      void answerUnreadable(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
  })
  registerOutages(app, services.log, config.dataDir)
  app.decorateRequest('caller')
  bodiesInJson(app)
  app.setErrorHandler(answerError)
  if (config.secrets.length > 0) withholdSecrets(app, secretGuard(config.secrets))
  // Before all others: what it answers has all its headers already.
  if (catalogue) registerPageCache(app, catalogue)
  registerRequestNotes(app)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ ...headers, ...openerPolicy(request.url), 'x-request-id': request.id })
    requireKnownOrigin(request.method, request.headers.origin, config.allowedOrigins)
  })
  requirePlainRequests(app)
  closeConnectionsAtTheEnd(app)
  noteAnswers(app)
  await registerRateLimits(app, config)
  limitConcurrency(app, longestWait)
  await app.register(etag, { weak: true })
  await app.register(async (api) => {
    apiRoutes(api, services, options)
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
 * Calls take JSON; a form on somebody else's page could send plain text without asking first. A body that is empty is
 * none, whatever its Content-Type says: many clients name one with every call.
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

/**
 * Whoever is answered last must not hold up the end by keeping the connection, nor may one that was opened ahead and
 * never used, as browsers do: to Node it is not idle, but late with its request.
 */
function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let isClosing = false
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
  app.addHook('onRequest', async () => {
    if (isClosing) refuse('unavailable', 'The shop is closing. Nothing is lost; please try again in a minute.')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}

function apiRoutes(api: FastifyInstance, services: Services, options: ServerOptions): void {
  const { config, catalogue, messages, breaker, strict = false, readBackups, readOutbox } = options
  if (catalogue) requireOwnDatabase(api, catalogue)
  const servingOn = (scope: FastifyInstance) => serveCalls(scope, services, { strict, breaker })
  const serve = servingOn(api)
  accountRoutes(serve)
  mailChoiceRoutes(serve)
  void api.register(async (scope) => stopMailsAtOnceRoutes(scope, services))
  bookRoutes(serve, services.shop.currency)
  broughtListRoutes(serve)
  searchRoutes(serve)
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
  settingsRoutes(serve, readBackups)
  contentPagesRoutes(serve)
  exportRoutes(serve)
  viewRoutes(serve)
  exportFileRoutes(api, services)
  void api.register(async (pictures) => {
    await pictures.register(multipart, { limits: { files: 1, fields: 5, fileSize: MOST_IMAGE_BYTES } })
    imageRoutes(servingOn(pictures), services)
  })
  void api.register(async (lists) => {
    await lists.register(multipart, { limits: { files: 1, fields: 5, fileSize: MOST_LIST_BYTES } })
    listUploadRoutes(servingOn(lists))
  })
  operationRoutes(serve, { ...options, readJobs })
  if (readOutbox) outboxRoutes(serve, readOutbox)
  apiDocsRoutes(api, services.site, config.rateLimits)
  api.all(`${API_BASE}/*`, async () => services.refuse('not_found', 'There’s no such call.'))
}
