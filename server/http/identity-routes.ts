import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import { CLIENT_ADDRESS_HEADER, type IdentityPort } from '#server/ports/identity.ts'

const BODY_LIMIT = 16 * 1024

/** Forwards everything below /api/identity to an identity provider with an HTTP API of its own. */
export async function identityRoutes(
  app: FastifyInstance,
  handle: NonNullable<IdentityPort['handle']>,
  publicUrl: string,
): Promise<void> {
  await app.register(async (scope) => {
    // The provider parses bodies itself, of any type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: `${IDENTITY_BASE}/*`,
      handler: async (request, reply) => sendResponse(reply, await handle(asWebRequest(request, publicUrl))),
    })
  })
}

function asWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip)
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : null
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, body })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value)
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie)
  if (!response.headers.has('cache-control')) void reply.header('cache-control', 'no-store')
  // Fastify can't send a Response with a null body.
  return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : null)
}
