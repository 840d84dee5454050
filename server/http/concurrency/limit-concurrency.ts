import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { clientOf } from '../client-of.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** Pages keep the processor busy, so a few at a time are all it can do; calls mostly wait for the database. */
const AT_ONCE = { pages: 6, calls: 60 }
const LONGEST_WAIT_MS = 2500
/** Exempt paths: probes and webhooks, which must get through a crowd, and uploads, which are slow by nature. */
const BESIDE = new Set(
  ['/health', '/ready', '/metrics', '/payment-events', '/images', '/my-books/list'].map((path) => API_BASE + path),
)

/**
 * Holds each kind of request to its concurrency limit. Load shedding: visitors beyond what we can serve are refused within
 * seconds, and an aborted request costs nothing more. Files go past: they cost next to nothing.
 */
export function limitConcurrency(app: FastifyInstance, longestWait = LONGEST_WAIT_MS): void {
  const limiter = (atOnce: number) => new ConcurrencyLimiter({ atOnce, longestWait })
  const limiters = { pages: limiter(AT_ONCE.pages), calls: limiter(AT_ONCE.calls) }
  const releases = new WeakMap<FastifyRequest, () => void>()

  async function acquire(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const kind = kindOf(request)
    if (!kind) return
    const release = limiters[kind].tryAcquire() ?? (await limiters[kind].acquire(clientOf(request), abortOf(reply)))
    if (!release) return void reply.hijack()
    releases.set(request, release)
    reply.raw.once('close', release)
    // Already closed: `close` won't fire again.
    if (reply.raw.closed) release()
  }

  // After the rate limits, which have hooks on the routes; a body that arrives slowly must not hold a turn.
  app.addHook('preParsing', async (request, reply) => {
    if (isRead(request)) await acquire(request, reply)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!isRead(request)) await acquire(request, reply)
  })
  // A client that reads slowly must not hold a turn, either.
  app.addHook('onSend', async (request) => releases.get(request)?.())
}

/** Abort signal of a request, made only where it has to wait. */
function abortOf(reply: FastifyReply): AbortSignal {
  const aborting = new AbortController()
  // A reason of ours: Node would make an error with its stack each time.
  reply.raw.once('close', () => aborting.abort('closed'))
  return aborting.signal
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function kindOf({ routeOptions }: FastifyRequest): keyof typeof AT_ONCE | null {
  const { url = '', config } = routeOptions
  // The shop asking itself, as it asks the simulated card provider: a request that holds a turn must not wait for another one.
  if (config.rateLimit === false) return null
  if (url === '/*') return 'pages'
  return url.startsWith(`${API_BASE}/`) && !BESIDE.has(url) ? 'calls' : null
}
