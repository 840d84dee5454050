import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signed token for links: its parts, none with a dot, and a signature over them. */
export const signedToken = (secret: string, purpose: string, parts: readonly string[]): string =>
  [...parts, signatureOf(secret, purpose, parts)].join('.')

/** Verifies a token and returns its parts; null for a forged one, or for another purpose. */
export function readSignedToken(secret: string, purpose: string, token: string): string[] | null {
  const [signature = '', ...reversed] = token.split('.').toReversed()
  const parts = reversed.toReversed()
  const [given, right] = [signature, signatureOf(secret, purpose, parts)].map((text) => Buffer.from(text))
  return given!.length === right!.length && timingSafeEqual(given!, right!) ? parts : null
}

// The line break separates this from the key's other use, hashing email addresses.
const signatureOf = (secret: string, purpose: string, parts: readonly string[]) =>
  createHmac('sha256', secret)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url')
