import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/config/is-loopback.ts'

/** Whether a request may read how the shop works; `token` is its bearer token. */
export type MonitorGuard = (request: FastifyRequest, token: string | null) => boolean

type MonitorConfig = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Headers of a proxy, or of a request that came through one. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Makes the guard of monitors. With `metricsToken` only that counts, compared in constant time. Without it, requests of
 * this very machine may, in a shop that is open on it alone: behind a proxy every request comes from loopback, and some
 * proxies send no header that would tell.
 */
export function monitorGuard({ metricsToken, publicUrl, trustProxy }: MonitorConfig): MonitorGuard {
  if (metricsToken !== null) {
    const expected = hashed(metricsToken)
    return (_request, token) => token !== null && timingSafeEqual(hashed(token), expected)
  }
  const isServedHereAlone = trustProxy === false && isLoopback(new URL(publicUrl).hostname)
  return (request) => isServedHereAlone && isFromHere(request)
}

/** A page of another site could send a request from here, too, but under the name of that site (DNS rebinding). */
function isFromHere({ socket, headers, hostname }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const comesFromHere = loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return comesFromHere && isLoopback(hostname) && FORWARDED.every((name) => headers[name] === undefined)
}

const hashed = (token: string) => createHash('sha256').update(token).digest()
