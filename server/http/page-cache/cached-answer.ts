import { createHash } from 'node:crypto'
import { chooseEncoding, encode, ENCODINGS, type Encoding } from './encodings.ts'

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

/** A cached answer: made once, compressed once for each encoding that is asked for. */
export class CachedAnswer {
  readonly etag: string
  readonly #body: Buffer
  readonly #headers: Record<string, string>
  readonly #isCompressed: boolean
  readonly #forms = new Map<Encoding, Form>()
  /** Upper bound of all encodings together, in bytes. */
  readonly bytes: number

  constructor({ body, headers, isCompressed }: Answered) {
    this.#body = typeof body === 'string' ? Buffer.from(body) : body
    this.#isCompressed = isCompressed
    // Same ETag as @fastify/etag makes, so that an answer has one with and without the cache.
    this.etag = `W/"${createHash('sha1').update(body).digest('base64')}"`
    this.#headers = { ...headers, etag: this.etag, ...(isCompressed && { vary: 'accept-encoding' }) }
    this.bytes = this.#body.length * (isCompressed ? ENCODINGS.length : 1) + HEADS_BYTES
  }

  /** The answer in the best encoding of an Accept-Encoding. */
  formFor(accepted: string | undefined): Form {
    const isWorthIt = this.#isCompressed && this.#body.length >= LEAST_COMPRESSED_BYTES
    const encoding = isWorthIt ? chooseEncoding(accepted) : 'identity'
    return this.#forms.get(encoding) ?? this.#make(encoding)
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

  #make(encoding: Encoding): Form {
    const body = encode(this.#body, encoding)
    const head = flat({
      ...this.#headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': String(body.length),
    })
    const form = { encoding, body, head }
    this.#forms.set(encoding, form)
    return form
  }
}

const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat()
