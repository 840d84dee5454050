import { createHash } from 'node:crypto'
import { chooseEncoding, encode, ENCODINGS, type Encoding } from './encodings.ts'

/** What of an answer is the same for everyone. */
export interface Answered {
  body: string | Buffer
  headers: Record<string, string>
  /** Whether it is sent compressed to who can read that. */
  isCompressed: boolean
}

/** An answer as its bytes go out. */
interface Form {
  encoding: Encoding
  body: Buffer
  /** Names and values in turns, as Node takes them without looking at each. */
  head: string[]
}

/** What is shorter doesn't get shorter. */
const LEAST_COMPRESSED_BYTES = 1024
/** Room for its headers. */
const HEADS_BYTES = 4096

/** A cached answer: made once, compressed once for each encoding that is asked for. */
export class CachedAnswer {
  readonly etag: string
  readonly #body: Buffer
  readonly #headers: Record<string, string>
  readonly #isCompressed: boolean
  readonly #forms = new Map<Encoding, Form>()
  /** Of all its forms together, at most. */
  readonly bytes: number

  constructor({ body, headers, isCompressed }: Answered) {
    this.#body = typeof body === 'string' ? Buffer.from(body) : body
    this.#isCompressed = isCompressed
    // As @fastify/etag makes them, so that an answer has the same one with and without the cache.
    this.etag = `W/"${createHash('sha1').update(body).digest('base64')}"`
    this.#headers = { ...headers, etag: this.etag, ...(isCompressed && { vary: 'accept-encoding' }) }
    this.bytes = this.#body.length * (isCompressed ? ENCODINGS.length : 1) + HEADS_BYTES
  }

  /** In the encoding that an Accept-Encoding asks for. */
  formFor(accepted: string | undefined): Form {
    const isWorthIt = this.#isCompressed && this.#body.length >= LEAST_COMPRESSED_BYTES
    const encoding = isWorthIt ? chooseEncoding(accepted) : 'identity'
    return this.#forms.get(encoding) ?? this.#make(encoding)
  }

  /** Whether a client has this very answer already, by its If-None-Match. */
  isKnownTo(etags: string | undefined): boolean {
    if (etags === undefined) return false
    const weak = (tag: string) => tag.trim().replace(/^W\//, '')
    return etags.trim() === '*' || etags.split(',').some((tag) => weak(tag) === weak(this.etag))
  }

  /** The headers of an answer that says that the client has it already. */
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
