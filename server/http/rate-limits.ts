import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limit } from '#contract/call.ts'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import type { Config } from '#server/config.ts'
import { clientOf } from './client-of.ts'
import { noteUnnamedProxy } from './unnamed-proxy.ts'

/**
 * Limits requests by client address, so that nobody is locked out by others. The address is the connection's own, or
 * what the trusted proxies say; never a header of the client's.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { rateLimits: limits, trustProxy }: Pick<Config, 'rateLimits' | 'trustProxy'>,
): Promise<void> {
  if (!limits) return
  noteUnnamedProxy(app, trustProxy)
  const { readsPerMinute, writesPerMinute } = limits
  // Reads are many per page; writes are what people press. The identity provider counts each of its own once more.
  const perMinute = { reads: readsPerMinute, writes: writesPerMinute, identity: writesPerMinute, nothing: Infinity }
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    max: (request: FastifyRequest) => perMinute[kindOf(request)],
    keyGenerator: (request: FastifyRequest) => `${kindOf(request)} ${clientOf(request)}`,
    allowList: (request: FastifyRequest) => kindOf(request) === 'nothing',
  })
}

/** A call's declaration says what it counts as; pages, files and the identity provider's own HTTP go by their address. */
function kindOf({ method, routeOptions: { config, url = '' } }: FastifyRequest): Limit['counts'] | 'identity' {
  if (config.call) return config.call.limit.counts
  // By the route: a made-up name among the files is none of them, but a page to be rendered.
  if (/^\/(assets|images)\//.test(url)) return 'nothing'
  if (method === 'GET' || method === 'HEAD') return 'reads'
  return url.startsWith(`${IDENTITY_BASE}/`) ? 'identity' : 'writes'
}
