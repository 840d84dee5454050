import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { chooseEncoding, encode, type Encoding } from './encodings.ts'

/** The parts of an answer that are the same for everyone. */
export interface Answered {
  body: string | Buffer
  headers: Record<string, string>
  /** Compressed for clients that accept it. */
  isCompressed: boolean
}

/** An answer as its bytes go out. */
interface Form {
  encoding: Encoding
  body: Buffer
  /** Names and values in turns, as Node takes them without looking at each. */
  head: string[]
}

/** Smallest body worth compressing, in bytes. */
const LEAST_COMPRESSED_BYTES = 1024
/** Bytes counted for an answer's headers. */
const HEADS_BYTES = 4096

/**
 * A cached answer. Of one worth compressing the brotli form stays, which is a fifth of its bytes, and gzip's once it was
 * asked for; its plain form, which hardly any client asks for, is made of that each time.
 */
export class CachedAnswer {
  readonly etag: string
  readonly #headers: Record<string, string>
  readonly #forms = new Map<Encoding, Form>()
  readonly #isWorthCompressing: boolean

  constructor({ body, headers, isCompressed }: Answered) {
    const plain = typeof body === 'string' ? Buffer.from(body) : body
    this.#isWorthCompressing = isCompressed && plain.length >= LEAST_COMPRESSED_BYTES
    // Same ETag as @fastify/etag makes, so that an answer has one with and without the cache.
    this.etag = `W/"${createHash('sha1').update(body).digest('base64')}"`
    this.#headers = { ...headers, etag: this.etag, ...(isCompressed && { vary: 'accept-encoding' }) }
    const kept = this.#isWorthCompressing ? 'br' : 'identity'
    this.#forms.set(kept, this.#formOf(kept, plain))
  }

  /** Bytes in memory; more once gzip was asked for. */
  get bytes(): number {
    return [...this.#forms.values()].reduce((sum, { body }) => sum + body.length, HEADS_BYTES)
  }

  /** The answer in the best encoding of an Accept-Encoding. */
  formFor(accepted: string | undefined): Form {
    const encoding = this.#isWorthCompressing ? chooseEncoding(accepted) : 'identity'
    const kept = this.#forms.get(encoding)
    if (kept) return kept
    const form = this.#formOf(encoding, brotliDecompressSync(this.#forms.get('br')!.body))
    if (encoding === 'gzip') this.#forms.set(encoding, form)
    return form
  }

  /** Whether the client's If-None-Match names this answer. */
  isKnownTo(etags: string | undefined): boolean {
    if (etags === undefined) return false
    const weak = (tag: string) => tag.trim().replace(/^W\//, '')
    return etags.trim() === '*' || etags.split(',').some((tag) => weak(tag) === weak(this.etag))
  }

  /** Headers of a 304. */
  get unchangedHead(): string[] {
    return flat(this.#headers)
  }

  #formOf(encoding: Encoding, plain: Buffer): Form {
    const body = encode(plain, encoding)
    const head = flat({
      ...this.#headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': String(body.length),
    })
    return { encoding, body, head }
  }
}

const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat()
