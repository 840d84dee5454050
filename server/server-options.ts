import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import type { PoolState } from './database/open-pools.ts'
import type { KeptMail } from './http/mail-pages/outbox-routes.ts'
import type { Drain } from './http/monitoring/drain.ts'
import type { holdBack } from './http/own-database/hold-back.ts'
import type { BrowserOrigins } from './ports/browser-origins.ts'
import type { Purges } from './ports/cdn.ts'
import type { RequestCounts } from './ports/request-counts.ts'
import type { Processes } from './metrics/read-metrics.ts'
import type { ShopMetrics } from './metrics/shop-metrics.ts'
import type { ShopBackups } from './ports/shop-backups.ts'

/**
 * Options of the HTTP server. `catalogue` turns on the page cache, and refuses writes on a database of another version;
 * `messages` allows event streams; `breaker` ends reads when the database stops answering; `replicas` answer public
 * reads.
 */
export interface ServerOptions extends Partial<Pick<Connection, 'catalogue' | 'messages' | 'breaker' | 'replicas'>> {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'formerUrls'
    | 'allowedOrigins'
    | 'pageMemoryBytes'
    | 'cdn'
    | 'rateLimits'
    | 'trustProxy'
    | 'logLevel'
    | 'mode'
    | 'cards'
    | 'dataDir'
    | 'secrets'
    | 'backups'
    | 'metricsToken'
    | 'role'
  >
  /** Whether this instance sees the pictures that others show. */
  seesPictures?: () => Promise<boolean>
  /** Counts requests for the rate limits; by default in this process. */
  counts?: RequestCounts
  /** The other processes of this instance. */
  processes?: Processes
  /** Has the CDN forget what a write changed before it is acknowledged. */
  purges?: Purges
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
  /** Has readiness end before the server closes. */
  drain?: Drain
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
