import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { MOST_LIST_BYTES } from '#contract/books/brought-lists.ts'
import { MOST_IMAGE_BYTES } from '#contract/images/images.ts'
import { getConfig } from '#contract/site.ts'
import { accountClosureRoutes } from './account-closure/account-closure.routes.ts'
import { accountRoutes } from './accounts/accounts.routes.ts'
import { firstAdminRoutes } from './accounts/first-admin/first-admin.routes.ts'
import { mailChoiceRoutes, stopMailsAtOnceRoutes } from './accounts/mail-choices/mail-choices.routes.ts'
import { bookRoutes } from './books/books.routes.ts'
import { broughtListRoutes, listUploadRoutes } from './books/brought/brought-lists.routes.ts'
import { categoryBooksRoutes } from './books/categories/category-books.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import { noticesReader } from './doctor/read-notices.ts'
import { wantRoutes } from './wants/wants.routes.ts'
import { favouriteRoutes } from './favourites/favourites.routes.ts'
import { apiDocsRoutes } from './http/api-docs.ts'
import { serveCalls } from './http/call-route.ts'
import { registerMessageStreams } from './http/message-stream.ts'
import { limitForgedEvents } from './http/limits/limit-uncounted.ts'
import { operationRoutes } from './http/operation-routes.ts'
import { outboxRoutes } from './http/mail-pages/outbox-routes.ts'
import { monitorGuard } from './http/monitoring/monitor-guard.ts'
import { requireOwnDatabase } from './http/own-database/require-own-database.ts'
import { imageRoutes, keptPicturesRoutes } from './images/images.routes.ts'
import { readJobs } from './jobs/read-jobs.ts'
import { metricsReader } from './metrics/read-metrics.ts'
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
import { testOrderRoutes } from './settings/test-order/test-order.routes.ts'
import { viewRoutes } from './views/views.routes.ts'
import type { Services } from './services.ts'
import type { ServerOptions } from './server-options.ts'

/** All calls of the API, with the files and streams beside them. */
export function apiRoutes(api: FastifyInstance, services: Services, options: Options): void {
  const { config, catalogue, messages, breaker, replicas, strict = false, backups = null, readOutbox } = options
  if (catalogue) requireOwnDatabase(api, catalogue)
  const mayMonitor = monitorGuard(config)
  const servingOn = (scope: FastifyInstance) => serveCalls(scope, services, { strict, breaker, replicas, mayMonitor })
  const serve = servingOn(api)
  serve(getConfig, async ({ site }) => site)
  accountRoutes(serve)
  firstAdminRoutes(serve)
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
  testOrderRoutes(serve)
  mailPageRoutes(api, services)
  exportRoutes(serve)
  backupRoutes(serve, backups)
  viewRoutes(serve, { backups, readNotices: noticesReader({ services, ...options }) })
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
  serveMonitors(serve, services, options)
  if (readOutbox) outboxRoutes(serve, api, readOutbox)
  apiDocsRoutes(api, services.site, config.rateLimits)
  api.all(`${API_BASE}/*`, async () => services.refuse('not_found', 'There’s no such call.'))
}

type Options = ServerOptions & { readCache?: () => Record<string, number> }

/** Calls of monitors, the only ones that an instance for jobs serves. */
export function monitorRoutes(api: FastifyInstance, services: Services, options: Options): void {
  const { strict = false, breaker, config } = options
  serveMonitors(serveCalls(api, services, { strict, breaker, mayMonitor: monitorGuard(config) }), services, options)
}

function serveMonitors(serve: Parameters<typeof operationRoutes>[0], { db }: Services, options: Options): void {
  const { backups } = options
  const readBackups = backups ? { readBackups: () => backups.state() } : {}
  const readMetrics = metricsReader({ db, ...options, ...readBackups })
  operationRoutes(serve, { ...options, ...readBackups, readJobs, readSearch: readIndexLag, readMetrics })
}
