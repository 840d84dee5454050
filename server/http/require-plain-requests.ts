import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/problems.ts'
import type { Config } from '#server/config.ts'

/** Path of a request line, which may contain a whole address. */
export function pathOnly({ url = '/' }: { url?: string | undefined }): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '')
  return path.startsWith('/') || path === url ? path : `/${path}`
}

/**
 * Request filter for valid HTTP that no shop can answer, ahead of everything else. Node would answer some of it by
 * itself, without an explanation; here it gets a problem like any other.
 */
export function requirePlainRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response),
  )
  app.addHook('onRequest', async ({ raw }) => {
    if (!raw.url?.startsWith('/')) refuse('invalid_input', 'Please ask for a path, such as /about.')
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      refuse('invalid_input', 'The request doesn’t say which host it is for.')
    const { expect } = raw.headers
    if (expect !== undefined && expect.toLowerCase() !== '100-continue')
      refuse('expectation_failed', 'Please send the request again without its Expect header.')
  })
}

/** HTTP's safe methods: their requests change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** CSRF guard: a page of another site may read what is public, and change nothing. */
export function requireKnownOrigin(
  method: string,
  origin: string | undefined,
  { allowedOrigins, formerUrls, publicUrl }: Pick<Config, 'allowedOrigins' | 'formerUrls' | 'publicUrl'>,
): void {
  if (origin === undefined || SAFE_METHODS.has(method) || allowedOrigins.includes(origin)) return
  const hasMoved = formerUrls.some((url) => new URL(url).origin === origin)
  refuse(
    'origin_not_allowed',
    hasMoved
      ? `The shop has moved to ${publicUrl}. Please load this page again, and sign in there.`
      : 'Please use the shop’s own pages for this.',
  )
}
