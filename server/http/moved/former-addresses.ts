import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/call.ts'
import type { Config } from '#server/config.ts'

/** For an hour: the operator may take a move back. */
const REDIRECT_CACHE = 'public, max-age=3600'

/**
 * Redirects pages, pictures and files at the shop's former addresses (308, same path and query) to the present one, so
 * that links in emails, bookmarks and search engines lead on. Calls are answered as ever: card events and presses on
 * “Unsubscribe” in a mail program arrive at the address that was told, and follow no redirect.
 */
export function redirectFormerAddresses(
  app: FastifyInstance,
  { formerUrls, publicUrl }: Pick<Config, 'formerUrls' | 'publicUrl'>,
  headers: Readonly<Record<string, string>>,
): void {
  const former = new Set(formerUrls.map((url) => new URL(url).host))
  if (former.size === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!isOfPage(request) || !former.has(hostOf(request))) return
    return reply
      .headers({ ...headers, 'x-request-id': request.id, 'cache-control': REDIRECT_CACHE })
      .redirect(publicUrl + request.url, 308)
  })
}

/** Only a path may follow the address: what it would continue as a host name is left to the filter of requests. */
const isOfPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !url.startsWith(`${API_BASE}/`)

/** A request's host as an address has it: lower-case, without the usual port. */
const hostOf = ({ protocol, host }: FastifyRequest) => URL.parse(`${protocol}://${host}`)?.host ?? ''
