import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseWith } from '#contract/problems.ts'
import { asDark, asLight } from '#server/mail/mail-paint.ts'

/** Styles of an email and covers of the shop's own, and nothing else: no script, no other address. Links open beside the frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** Emails load pictures by the public address; the policy has the one that the reader came by. */
const OWN_PICTURES = /src="https?:\/\/[^"/]+\//g

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
    .send(shown.replace('<head>', '<head><base target="_blank">').replaceAll(OWN_PICTURES, 'src="/'))
}
