import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IDENTITY_BASE } from '#contract/constants.ts'

/** Requests per client address and minute. Reads are many per page; writes are what a person can press. */
const PER_MINUTE = { read: 600, write: 120, identity: 60 } as const

/**
 * Slows down whoever asks too much, each client address by itself, so that nobody is locked out by others. The
 * address is the connection's own, or what the trusted proxies say; never a header of the client's.
 */
export async function registerRateLimits(app: FastifyInstance, enabled: boolean): Promise<void> {
  if (!enabled) return
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    ipv6Subnet: 64,
    max: (request: FastifyRequest) => PER_MINUTE[kindOf(request)],
    keyGenerator: (request: FastifyRequest) => `${kindOf(request)} ${request.ip}`,
    // Static files and the provider's events are not a person's doing.
    allowList: (request: FastifyRequest) => /^\/(assets|images)\/|^\/api\/payment-events$/.test(request.url),
  })
}

function kindOf(request: FastifyRequest): keyof typeof PER_MINUTE {
  if (request.method === 'GET' || request.method === 'HEAD') return 'read'
  return request.url.startsWith(`${IDENTITY_BASE}/`) ? 'identity' : 'write'
}
