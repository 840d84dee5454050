import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Mail servers ignore shorter keys. */
const LEAST_BITS = 1024

/** A key of a signature (DKIM), itself or in a file; becomes PEM. */
export const dkimKey = z.string().transform((given, context) => {
  // Files of settings often hold one line for each, with \n for a line break.
  const pem = given.startsWith('-----BEGIN') ? given.replaceAll('\\n', '\n') : contentOf(given)
  const mistake = pem === null ? `names no file that can be read; write the path, or the key itself` : mistakeIn(pem)
  if (pem !== null && mistake === null) return pem
  context.addIssue({ code: 'custom', message: mistake ?? '' })
  return z.NEVER
})

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

function mistakeIn(pem: string): string | null {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem)
    if (type !== 'rsa') return 'must be an RSA key: not every mail server checks other kinds'
    return (details?.modulusLength ?? 0) < LEAST_BITS ? `is shorter than ${LEAST_BITS} bits, so nobody checks it` : null
  } catch {
    return 'is no private key without a passphrase, in PEM'
  }
}

/** Its name in the domain: `club` for `club._domainkey.example.org`. */
export const dkimSelector = z
  .string()
  .regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i, 'must be the name of the key in your domain, such as dogear')
