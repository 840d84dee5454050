import { createHash, createVerify, type KeyObject } from 'node:crypto'

/** Tags of a DKIM signature: 'v', 'd', 's', 'h' and so on. */
type Tags = Record<string, string>

/**
 * Verifies the signature of a raw mail by RFC 6376, as far as ours uses it: rsa-sha256, relaxed/relaxed. Returns its
 * tags; throws where the body or a signed header was changed.
 */
export function verifyDkim(raw: string, key: KeyObject): Tags {
  const split = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, split).split(/\r\n(?![ \t])/)
  const signature = headers.find((header) => /^dkim-signature:/i.test(header))
  if (signature === undefined) throw new Error('no signature')
  const tags: Tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s/g, '')]),
  )
  if (tags.a !== 'rsa-sha256' || tags.c !== 'relaxed/relaxed') throw new Error(`signed by ${tags.a}, ${tags.c}`)
  const body = relaxedBody(raw.slice(split + 4))
  if (createHash('sha256').update(body).digest('base64') !== tags.bh) throw new Error('the body was changed')
  // Of headers with one name, the last counts first.
  const left = headers.toReversed()
  const signed = tags.h!.split(':').flatMap((name) => {
    const at = left.findIndex((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return at < 0 ? [] : [`${relaxedHeader(left.splice(at, 1)[0]!)}\r\n`]
  })
  const own = relaxedHeader(signature.replace(/(;\s*b=)[^;]*/, '$1'))
  if (
    !createVerify('sha256')
      .update(`${signed.join('')}${own}`)
      .verify(key, tags.b!, 'base64')
  )
    throw new Error('a header was changed')
  return tags
}

function relaxedHeader(header: string): string {
  const colon = header.indexOf(':')
  const value = header
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
  return `${header.slice(0, colon).trim().toLowerCase()}:${value.trim()}`
}

const relaxedBody = (body: string) =>
  `${body
    .replaceAll(/[ \t]+(?=\r\n|$)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)*$/, '')}\r\n`
