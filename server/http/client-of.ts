import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Client of a request, as rate limits and concurrency limits count it. An IPv6 customer owns a /64, so that is one
 * client; the rate limiter's own option for it only works without a key of ours.
 */
export function clientOf({ ip }: FastifyRequest): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const [front, back] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * Network address for the log, without what tells a household from its neighbours: '203.0.113.0', '2001:db8:1::'. Enough
 * to see that a wave of guesses comes from one place.
 */
export function shortenedClient(request: FastifyRequest): string {
  const client = clientOf(request).replace(/^::ffff:/, '')
  if (isIPv4(client)) return client.replace(/\d+$/, '0')
  return `${client.split(':').slice(0, 3).join(':')}::`
}
