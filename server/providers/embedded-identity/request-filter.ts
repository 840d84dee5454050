import { z } from 'zod'
import { personsName } from '#contract/accounts/names.ts'
import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import { CLIENT_ADDRESS_HEADER } from '#server/ports/identity.ts'
import { countsInMemory } from '#server/ports/request-counts.ts'
import { clientKey, secondsToWait } from './attempts.ts'
import { allowedEndpoints, type AllowedEndpoint } from './allowed-endpoints.ts'
import type { IdentitySettings } from './settings.ts'

/** A request that may go on to better-auth, reduced to what that needs. */
export type Admitted = { path: string; input: Record<string, unknown>; request: Request; client: string }

const PASSED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]
const BODY_LIMIT = 16 * 1024

/** Refusal in better-auth's form: a code for programs, words for people. */
export function refusal(status: number, code: string, message: string, retryAfter?: number): Response {
  const headers = { 'cache-control': 'no-store', ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }) }
  return Response.json({ code, message }, { status, headers })
}

export const tooMany = (seconds: number) =>
  refusal(429, 'TOO_MANY_REQUESTS', 'Too many attempts. Please wait.', seconds)

/** Endpoints that answer alike with and without an account. */
export const ANSWERED_ALIKE: ReadonlySet<string> = new Set([
  '/request-password-reset',
  '/send-verification-email',
  '/sign-in-link',
])

type Settings = Pick<IdentitySettings, 'clock' | 'rateLimits' | 'counts' | 'shopName'> & { origins: readonly string[] }

/**
 * Request filter in front of better-auth: only allowed endpoints, only from our own pages, only known fields, within
 * the rate limits.
 */
export function requestFilter({ origins, clock, rateLimits, shopName, ...given }: Settings) {
  const counts = given.counts ?? countsInMemory(() => clock.now().getTime())

  return {
    /** The admitted request, or the answer that refuses it. */
    async admit(request: Request, ownOrigin: string): Promise<Admitted | Response> {
      const url = new URL(request.url)
      const path = url.pathname.startsWith(`${IDENTITY_BASE}/`) ? url.pathname.slice(IDENTITY_BASE.length) : ''
      const endpoint = Object.hasOwn(allowedEndpoints, path) ? allowedEndpoints[path] : undefined
      if (!endpoint || endpoint.method !== request.method)
        return refusal(404, 'NOT_FOUND', 'There is nothing at this address.')
      const from = request.headers.get('origin')
      if (endpoint.method === 'POST' && from !== null && !origins.includes(from))
        return refusal(403, 'INVALID_ORIGIN', 'This site may not do that.')

      const client = clientKey(request.headers)
      const wait = rateLimits && (await secondsToWait(counts, `${path} ${client}`, endpoint.limit(rateLimits)))
      if (wait) return tooMany(wait)

      const sent = endpoint.method === 'GET' ? Object.fromEntries(url.searchParams) : await readJson(request)
      if (sent instanceof Response) return sent
      const read = endpoint.input.safeParse(sent)
      if (!read.success) {
        const isEmail = read.error.issues[0]?.path[0] === 'email'
        return refusal(422, isEmail ? 'INVALID_EMAIL' : 'INVALID_INPUT', z.prettifyError(read.error))
      }
      const input = withName(read.data, shopName())
      if (input instanceof Response) return input
      return { path, input, client, request: passOn(request, endpoint, input, ownOrigin, path) }
    },
  }

  function passOn(
    from: Request,
    endpoint: AllowedEndpoint,
    input: Record<string, unknown>,
    origin: string,
    path: string,
  ): Request {
    const url = new URL(`${IDENTITY_BASE}${path}`, origin)
    const headers = new Headers()
    for (const name of [...PASSED_HEADERS, CLIENT_ADDRESS_HEADER]) {
      const value = from.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    if (endpoint.method === 'GET') {
      for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value))
      return new Request(url, { headers })
    }
    headers.set('content-type', 'application/json')
    return new Request(url, { method: 'POST', headers, body: JSON.stringify(input) })
  }
}

/** Normalizes the name, where one was sent. */
function withName(input: Record<string, unknown>, club: string): Record<string, unknown> | Response {
  if (input.name === undefined) return input
  const name = personsName(club).safeParse(input.name)
  return name.success ? { ...input, name: name.data } : refusal(422, 'INVALID_INPUT', z.prettifyError(name.error))
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > BODY_LIMIT) return refusal(413, 'BODY_TOO_LARGE', 'That is too much.')
  if (text === '') return {}
  // A form of another site can't send this type without a preflight.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.')
  try {
    return JSON.parse(text)
  } catch {
    return refusal(400, 'INVALID_JSON', 'That is not JSON.')
  }
}
