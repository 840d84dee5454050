import type { Server } from 'node:http'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { scheduleBackups, type ScheduledBackups } from './backup/scheduled-backups.ts'
import { buildServer } from './build-server.ts'
import { catalogueReads } from './catalogue-reads.ts'
import type { Config } from './config.ts'
import { listen } from './http/listen.ts'
import { consoleLog } from './http/log.ts'
import { Drain } from './http/monitoring/drain.ts'
import type { EarlyServer } from './http/opening/early-server.ts'
import { serveScreens, type Screens } from './http/serve-screens.ts'
import type { ShopDatabase } from './open-database.ts'
import { makeIdentityTables, type Shop } from './open-shop.ts'
import { openBackupCopies } from './open-stores.ts'
import type { Proof } from './proving/begin-proof.ts'
import { proofRoute } from './proving/proof-route.ts'
import type { ServerOptions } from './server-options.ts'
import { openTracing } from './tracing/open-tracing.ts'
import { logPrinted, logUncaught } from './unforeseen.ts'

/** Folder of this program. */
export const ROOT = path.resolve(import.meta.dirname, '..')

interface Served extends Pick<ServerOptions, 'backups' | 'mailFailingSince' | 'counts' | 'processes'> {
  shop: Shop
  connection: ShopDatabase
  /** Listens already. */
  server: EarlyServer
  proof: Proof | null
  openScreens(server: Server): Promise<Screens>
  opened: (() => Promise<unknown>)[]
}

/**
 * Has a shop answer at a server that listens already. `drain` resolves when a load balancer sends nobody any more;
 * `close` drains, and finishes what is under way.
 */
export async function serveShop(
  config: Config,
  { shop, connection, server, proof, openScreens, opened, ...options }: Served,
): Promise<{ drain(): Promise<void>; close(): Promise<unknown> }> {
  const drain = new Drain()
  const app = await buildServer(shop.services, {
    ...shop.server,
    ...options,
    config,
    drain,
    serverFactory: server.factory,
    ...(proof && { proof }),
    plugins: [
      ...shop.server.plugins,
      ...(proof ? [(scope: FastifyInstance) => proofRoute(scope, shop.services, { proof, root: ROOT })] : []),
      screensOf(shop, connection, openScreens),
    ],
  })
  const listening = listen(app, config)
  // Fastify can't be closed while it begins to listen.
  opened.push(() => listening.catch(() => {}).then(() => app.close()))
  await listening
  return { drain: () => drain.begin(), close: () => drain.begin().then(() => app.close()) }
}

/** The screens, as a plugin. */
const screensOf =
  ({ services, server, content }: Shop, { breaker, replicas }: ShopDatabase, openScreens: Served['openScreens']) =>
  async (scope: FastifyInstance) =>
    serveScreens(scope, {
      screens: await openScreens(scope.server),
      site: services.site,
      origins: server.origins,
      settings: services.settings,
      reads: catalogueReads(services, breaker, replicas),
      content,
      metrics: services.metrics,
    })

interface Ends {
  opened: (() => Promise<unknown>)[]
  /** Shuts the program down because it can't go on. */
  fail: () => void
}

/** Opens the log, which has all that the shop prints, and the traces beside it. */
export async function openLog(config: Config, as: 'shop' | 'tool', { opened, fail }: Ends) {
  const log = consoleLog(config)
  logUncaught(log, fail)
  if (as === 'shop') logPrinted(log)
  const tracing = config.tracing && (await openTracing(config.tracing, log))
  opened.push(async () => tracing?.close())
  return log
}

/** Opens the scheduled backups; null where none are taken. None is taken before they are started. */
export async function openBackups(
  config: Config,
  { services }: Shop,
  databaseUrl: string,
): Promise<ScheduledBackups | null> {
  const { backups, dataDir } = config
  return (
    backups &&
    scheduleBackups(
      services,
      { databaseUrl, dataDir },
      { ...backups, copies: openBackupCopies(config), makeIdentityTables },
    )
  )
}
