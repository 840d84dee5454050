import type { FastifyRequest } from 'fastify'
import { listOutbox, type OutboxMail } from '#contract/outbox.ts'
import type { Serve } from './call-route.ts'

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Serves the demo's outbox to this machine alone; all others get a 404. */
export function outboxRoutes(serve: Serve, readOutbox: () => Promise<OutboxMail[]>): void {
  serve(listOutbox, async (services, { request }) =>
    isFromThisMachine(request) ? readOutbox() : services.refuse('not_found', 'There’s nothing at this address.'),
  )
}

/**
 * Checks the connection instead of a header, the requested host against DNS rebinding, and the absence of forwarding
 * headers, because a proxy on this machine speaks for the whole world.
 */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-') || name === 'x-real-ip' || name === 'via',
  )
  return !isPassedOn && LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') && LOOPBACK_NAME.test(headers.host ?? '')
}
