import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link carries that only this shop can have made: its parts, none with a dot, and a signature over them. */
export const signedToken = (secret: string, purpose: string, parts: readonly string[]): string =>
  [...parts, signatureOf(secret, purpose, parts)].join('.')

/** The parts; null for what this shop has not signed for this purpose. */
export function readSignedToken(secret: string, purpose: string, token: string): string[] | null {
  const [signature = '', ...reversed] = token.split('.').toReversed()
  const parts = reversed.toReversed()
  const [given, right] = [signature, signatureOf(secret, purpose, parts)].map((text) => Buffer.from(text))
  return given!.length === right!.length && timingSafeEqual(given!, right!) ? parts : null
}

// No email address has a line break, so this key's other use, hashing these, is never the same.
const signatureOf = (secret: string, purpose: string, parts: readonly string[]) =>
  createHmac('sha256', secret)
    .update([purpose, ...parts].join('\n'))
    .digest('base64url')
