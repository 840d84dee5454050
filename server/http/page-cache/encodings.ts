import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** How an answer's bytes are sent; the best one first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Rendered pages change with the catalogue: a fast level, unlike the files compressed at build time. */
export const PAGE_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const MOST_REMEMBERED = 100
/** Parsed Accept-Encoding values: browsers send the same few. */
const remembered = new Map<string, Encoding>()

/** The encoding that a client likes best, by its Accept-Encoding. */
export function chooseEncoding(accepted = ''): Encoding {
  const cached = remembered.get(accepted)
  if (cached !== undefined) return cached
  const chosen = choose(accepted)
  if (remembered.size < MOST_REMEMBERED && accepted.length < 100) remembered.set(accepted, chosen)
  return chosen
}

function choose(accepted: string): Encoding {
  const wishes = new Map(
    accepted.split(',').map((wish) => {
      const [name = '', ...parameters] = wish
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q === undefined ? 1 : Number(q.slice(2)) || 0] as const
    }),
  )
  const wish = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get('*') ?? 0
  const [best] = ENCODINGS.toSorted((one, other) => wish(other) - wish(one))
  return best && wish(best) > 0 ? best : 'identity'
}

/** Encodes an answer's bytes, in memory of their own. */
export function encode(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return ofItsOwn(brotliCompressSync(bytes, PAGE_BROTLI))
  return ofItsOwn(encoding === 'gzip' ? gzipSync(bytes) : bytes)
}

/** Node's compressed bytes are the beginning of a larger piece, often 64 KB, which would stay for as long as they do. */
function ofItsOwn(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
