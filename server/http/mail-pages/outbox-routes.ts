import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import { listOutbox, type OutboxMail } from '#contract/outbox.ts'
import type { Serve } from '#server/http/call-route.ts'
import { sendMailPage } from './send-mail-page.ts'

const LOOPBACK_ADDRESS = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** An email as the outbox has it. Those of earlier versions are text alone. */
export type KeptMail = Omit<OutboxMail, 'page'> & { html?: string }

/** Serves the demo's outbox to this machine alone; all others get a 404. */
export function outboxRoutes(serve: Serve, api: FastifyInstance, readOutbox: () => Promise<KeptMail[]>): void {
  serve(listOutbox, async (services, { request }) => {
    if (!isFromThisMachine(request)) return services.refuse('not_found', 'There’s nothing at this address.')
    const mails = await readOutbox()
    return mails.map(({ html, ...mail }) => ({ ...mail, page: html ? `${API_BASE}/outbox/${mail.id}` : null }))
  })
  api.get<{ Params: { id: string } }>(`${API_BASE}/outbox/:id`, async (request, reply) => {
    const mails = isFromThisMachine(request) ? await readOutbox() : []
    return sendMailPage(request, reply, mails.find(({ id }) => id === request.params.id)?.html ?? null)
  })
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
