import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Services } from '#server/services.ts'

const compress = promisify(gzip)
const KEPT_MS = 60 * 60_000
/** A part of a map takes some 200 KB. */
const MOST_KEPT = 64

/** Texts that take a while to make, kept for an hour, compressed; made one at a time, and once for all who ask. */
export class KeptTexts {
  readonly #clock: Services['clock']
  readonly #kept = new Map<string, { at: number; text: Promise<Buffer> }>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(clock: Services['clock']) {
    this.#clock = clock
  }

  get(name: string, make: () => Promise<string>): Promise<Buffer> {
    const now = this.#clock.now().getTime()
    const known = this.#kept.get(name)
    if (known && now - known.at < KEPT_MS) return known.text
    const text = this.#last.then(async () => compress(await make()))
    this.#last = text.catch(() => {})
    this.#kept.delete(name)
    this.#kept.set(name, { at: now, text })
    text.catch(() => this.#kept.delete(name))
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(oldest)
    }
    return text
  }
}
