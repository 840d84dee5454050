import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { HOUR_MS } from '#contract/duration.ts'
import { refuse } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'

const compress = promisify(gzip)
const KEPT_MS = HOUR_MS
/** Maximum bytes of the cache; a map's part takes 100 KB, so a million books fit. */
const MOST_KEPT_BYTES = 48 * 2 ** 20
const MOST_WAITING = 8

interface Kept {
  at: number
  text: Promise<Buffer>
  /** 0 until it is made. */
  bytes: number
}

/**
 * Cache of slow texts, for an hour, compressed. Makes one at a time; requests in flight share it. Refuses more than a
 * few waiting. Use fixed keys only: each new key evicts another.
 */
export class KeptTexts {
  readonly #clock: Services['clock']
  readonly #kept = new Map<string, Kept>()
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(clock: Services['clock']) {
    this.#clock = clock
  }

  /** A cached or pending text by its name. */
  find(name: string): Promise<Buffer> | null {
    const known = this.#kept.get(name)
    return known && this.#clock.now().getTime() - known.at < KEPT_MS ? known.text : null
  }

  async get(name: string, make: () => Promise<string>): Promise<Buffer> {
    const known = this.find(name)
    if (known) return known
    if (this.#waiting >= MOST_WAITING) refuse('unavailable', 'Many maps are asked for just now. Please try again soon.')
    this.#waiting += 1
    const text = this.#last.then(async () => compress(await make()))
    this.#last = text.catch(() => {}).finally(() => (this.#waiting -= 1))
    const kept: Kept = { at: this.#clock.now().getTime(), text, bytes: 0 }
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    text.then(
      ({ length }) => {
        kept.bytes = length
        this.#makeRoom()
      },
      () => this.#kept.delete(name),
    )
    return text
  }

  #makeRoom(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0)
    for (const [oldest, kept] of this.#kept) {
      if (bytes <= MOST_KEPT_BYTES) break
      this.#kept.delete(oldest)
      bytes -= kept.bytes
    }
  }
}
