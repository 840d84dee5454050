import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseWith } from '#contract/problems.ts'
import { asDark, asLight } from '#server/mail/mail-paint.ts'

/** Styles of an email, and nothing else: no script, no picture, no address. Links open beside the frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * Answers with an email's HTML for a frame of ours, 404 for null. `?scheme=` asks for dark or light, whatever the
 * reader's system has.
 */
export function sendMailPage({ query }: FastifyRequest, reply: FastifyReply, html: string | null): FastifyReply {
  if (html === null) return refuseWith('not_found', 'There’s no such email.')
  const { scheme } = query as { scheme?: string }
  const shown = scheme === 'dark' ? asDark(html) : scheme === 'light' ? asLight(html) : html
  return reply
    .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(shown.replace('<head>', '<head><base target="_blank">'))
}
