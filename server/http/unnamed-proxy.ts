import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** Private networks, where an operator's proxy stands; a stranger may write the header as well. */
const near = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, prefix)
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/**
 * Warns once of a proxy that TRUST_PROXY doesn't count: all visitors behind it share one rate limit, and nothing else
 * would show it before the opening day.
 */
export function noteUnnamedProxy(app: FastifyInstance, trustProxy: Config['trustProxy']): void {
  if (trustProxy !== false) return
  let isNoted = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isNoted && request.headers['x-forwarded-for'] !== undefined && isNear(request.socket.remoteAddress ?? '')) {
      isNoted = true
      request.log.warn(
        {},
        'requests come through a proxy, and TRUST_PROXY is not set: the limits take all who come through it for one visitor',
      )
    }
    done()
  })
}

const isNear = (address: string) => near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
