import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limit } from '#contract/request-limits.ts'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import type { Config } from '#server/config.ts'
import { countsInMemory, type RequestCounts } from '#server/ports/request-counts.ts'
import { clientOf } from '../client-of.ts'
import { limitOfPage } from './limit-of-page.ts'
import { noteUnnamedProxy } from '../unnamed-proxy.ts'

/**
 * Rate limits per client address, so that a client can't lock others out. The address is the connection's own, or what
 * trusted proxies report; never a header of the client's. `counts` may be shared with other processes.
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { rateLimits: limits, trustProxy }: Pick<Config, 'rateLimits' | 'trustProxy'>,
  counts = countsInMemory(),
): Promise<void> {
  if (!limits) return
  noteUnnamedProxy(app, trustProxy)
  const { readsPerMinute, writesPerMinute } = limits
  // Reads are many per page; writes are what people press. The identity provider has further limits.
  const perMinute = { reads: readsPerMinute, writes: writesPerMinute, identity: writesPerMinute, nothing: Infinity }
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    store: storeOf(counts),
    max: (request: FastifyRequest) => perMinute[kindOf(request)],
    keyGenerator: (request: FastifyRequest) => `${costsOf(request)} ${kindOf(request)} ${clientOf(request)}`,
    allowList: (request: FastifyRequest) => kindOf(request) === 'nothing',
  })
}

/** The plugin's store. It has no word for requests that count as several, so the key begins with how many. */
function storeOf(counts: RequestCounts) {
  return class Store {
    incr(key: string, done: (error: Error | null, found?: { current: number; ttl: number }) => void, windowMs: number) {
      const space = key.indexOf(' ')
      counts.add(key.slice(space + 1), Number(key.slice(0, space)), windowMs).then(
        ({ count, endsInMs }) => done(null, { current: count, ttl: endsInMs }),
        (error: Error) => done(error),
      )
    }

    child(): Store {
      return this
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Number of requests it counts as, where no call says it. */
    costs?: number
  }
}

function costsOf({ url, routeOptions: { config, url: route } }: FastifyRequest): number {
  if (config.call) return config.call.limit.costs
  return config.costs ?? (route === '/*' ? limitOfPage(url).costs : 1)
}

/**
 * A call's declaration says what it counts as; pages, files and the identity provider's own HTTP go by their address.
 */
function kindOf({ method, routeOptions: { config, url = '' } }: FastifyRequest): Limit['counts'] | 'identity' {
  if (config.call) return config.call.limit.counts
  // By the route: a made-up file name is rendered as a page, so counts as a page.
  if (/^\/(assets|images)\//.test(url)) return 'nothing'
  if (method === 'GET' || method === 'HEAD') return 'reads'
  return url.startsWith(`${IDENTITY_BASE}/`) ? 'identity' : 'writes'
}
