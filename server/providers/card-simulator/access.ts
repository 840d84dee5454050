import { createHash, timingSafeEqual } from 'node:crypto'
import { API_VERSION } from './objects.ts'
import { StripeRefusal } from './refusals.ts'

const OLDEST_VERSION = '2026-09-30'

/**
 * Access of the caller: by the secret key, or a browser by the publishable one, which may be a parameter as well.
 * Throws without either.
 */
export function readAccess(
  authorization: string | undefined,
  form: URLSearchParams,
  keys: { secretKey: string; publishableKey: string },
): 'secret' | 'publishable' {
  const given = keyOf(authorization) ?? form.get('key')
  if (!given)
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  // An address is logged and kept in histories: it never carries the secret key.
  if (isSame(given, keys.secretKey) && !form.has('key')) return 'secret'
  if (isSame(given, keys.publishableKey)) return 'publishable'
  // Don't echo the key: it may be a real one.
  throw new StripeRefusal(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${mask(given)}` })
}

/** The key of a header: `Bearer KEY`, or `Basic` with the key as the name, as curl sends it. */
function keyOf(authorization = ''): string | undefined {
  const basic = /^Basic +(\S+)$/i.exec(authorization)?.[1]
  if (basic !== undefined) return Buffer.from(basic, 'base64').toString().split(':')[0]
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1]
}

/** Refuses API versions that the simulator doesn't speak: those before its parameters had their present names. */
export function checkVersion(header: string | string[] | undefined, form: URLSearchParams): void {
  const asked = form.get('_stripe_version') ?? header
  if (asked === undefined) return
  const date = /^(\d{4}-\d{2}-\d{2})(\.\w+)?(; ?\S+)*$/.exec(String(asked))?.[1]
  if (date !== undefined && date >= OLDEST_VERSION) return
  throw new StripeRefusal(400, {
    type: 'invalid_request_error',
    message: `Invalid Stripe API version: ${String(asked).slice(0, 60)}. The simulator speaks ${API_VERSION}.`,
  })
}

export const secretKeyRequired = () =>
  new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const mask = (key: string) => (key.length < 16 ? '*'.repeat(8) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`)
