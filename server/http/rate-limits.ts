import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IDENTITY_BASE } from '#contract/sign-in.ts'
import type { Config } from '#server/config.ts'

/**
 * Limits requests by client address, so that nobody is locked out by others. The address is the connection's own, or
 * what the trusted proxies say; never a header of the client's.
 */
export async function registerRateLimits(app: FastifyInstance, limits: Config['rateLimits']): Promise<void> {
  if (!limits) return
  const { readsPerMinute, writesPerMinute } = limits
  // Reads are many per page; writes are what people press. The identity provider counts each of its own once more.
  const perMinute: Record<Kind, number> = { read: readsPerMinute, write: writesPerMinute, identity: writesPerMinute }
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    max: (request: FastifyRequest) => perMinute[kindOf(request)],
    keyGenerator: (request: FastifyRequest) => `${kindOf(request)} ${clientOf(request)}`,
    // Static files and the provider's events are not a person's doing. By the route: a made-up name among the files is
    // none of them, but a page to be rendered.
    allowList: (request: FastifyRequest) => /^\/(assets|images)\/|^\/api\/payment-events$/.test(routeOf(request)),
  })
}

type Kind = 'read' | 'write' | 'identity'

function kindOf(request: FastifyRequest): Kind {
  if (request.method === 'GET' || request.method === 'HEAD') return 'read'
  return routeOf(request).startsWith(`${IDENTITY_BASE}/`) ? 'identity' : 'write'
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? ''

/** An IPv6 visitor owns a /64, so that is what is counted. The limiter's own option only works without a key of ours. */
function clientOf({ ip }: FastifyRequest): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
