import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { clientOf } from '../client-of.ts'
import { Lane } from './lane.ts'

/** Pages keep the processor busy, so a few at a time are all it can do; calls mostly wait for the database. */
const AT_ONCE = { pages: 6, calls: 60 }
const LONGEST_WAIT_MS = 2500
/** Asked by operators and by the card provider, whose word must not get lost in the crowd, or slow by nature. */
const BESIDE = new Set(
  ['/health', '/ready', '/payment-events', '/images', '/my-books/list'].map((path) => API_BASE + path),
)

/**
 * Sends every request through the lane of its kind, so that more visitors than we can serve are told so within seconds
 * and whoever leaves costs nothing more. Files go past: they cost next to nothing.
 */
export function registerLanes(app: FastifyInstance, longestWait = LONGEST_WAIT_MS): void {
  const lane = (atOnce: number) => new Lane({ atOnce, longestWait })
  const lanes = { pages: lane(AT_ONCE.pages), calls: lane(AT_ONCE.calls) }
  const leaving = new WeakMap<FastifyRequest, () => void>()

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const kind = kindOf(request)
    if (!kind) return
    const leave = lanes[kind].enterAtOnce() ?? (await lanes[kind].enter(clientOf(request), signalOfLeaving(reply)))
    if (!leave) return void reply.hijack()
    leaving.set(request, leave)
    reply.raw.once('close', leave)
    // Gone already: nobody tells that again.
    if (reply.raw.closed) leave()
  }

  // After the rate limits, which have hooks on the routes; a body that arrives slowly must not keep a place.
  app.addHook('preParsing', async (request, reply) => {
    if (isRead(request)) await enter(request, reply)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!isRead(request)) await enter(request, reply)
  })
  // Nor must one who reads slowly.
  app.addHook('onSend', async (request) => leaving.get(request)?.())
}

/** Only for those who have to wait. */
function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  // A reason of ours: Node would make an error with its stack each time.
  reply.raw.once('close', () => left.abort('left'))
  return left.signal
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

function kindOf({ routeOptions }: FastifyRequest): keyof typeof AT_ONCE | null {
  const { url = '', config } = routeOptions
  // The shop asking itself, as it asks the simulated card provider: who has a place must not wait for another one.
  if (config.rateLimit === false) return null
  if (url === '/*') return 'pages'
  return url.startsWith(`${API_BASE}/`) && !BESIDE.has(url) ? 'calls' : null
}
