import { createHash, timingSafeEqual } from 'node:crypto'
import { StripeRefusal } from './refusals.ts'

/** Access of the caller: by the secret key, or a browser by the publishable one. Throws without either. */
export function readAccess(
  authorization: string | undefined,
  keys: { secretKey: string; publishableKey: string },
): 'secret' | 'publishable' {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (given === undefined)
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  if (isSame(given, keys.secretKey)) return 'secret'
  if (isSame(given, keys.publishableKey)) return 'publishable'
  // Don't echo the key: it may be a real one.
  throw new StripeRefusal(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${mask(given)}` })
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
