import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { HOUR_MS } from '#contract/duration.ts'
import { refuse } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'

const compress = promisify(gzip)
const TTL_MS = HOUR_MS
/** Maximum bytes of the cache; a map's part takes 100 KB, so a million books fit. */
const MOST_BYTES = 48 * 2 ** 20
const MOST_WAITING = 8

interface Entry {
  at: number
  text: Promise<Buffer>
  /** 0 until it is made. */
  bytes: number
}

/**
 * Cache of slow texts, for an hour, compressed. Makes one at a time; requests in flight share it. Refuses more than a
 * few waiting. Use fixed keys only: each new key evicts another.
 */
export class TextCache {
  readonly #clock: Services['clock']
  readonly #entries = new Map<string, Entry>()
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(clock: Services['clock']) {
    this.#clock = clock
  }

  /** A cached or pending text by its name. */
  find(name: string): Promise<Buffer> | null {
    const cached = this.#entries.get(name)
    return cached && this.#clock.now().getTime() - cached.at < TTL_MS ? cached.text : null
  }

  async get(name: string, make: () => Promise<string>): Promise<Buffer> {
    const cached = this.find(name)
    if (cached) return cached
    if (this.#waiting >= MOST_WAITING) refuse('unavailable', 'Many maps are asked for just now. Please try again soon.')
    this.#waiting += 1
    const text = this.#last.then(async () => compress(await make()))
    this.#last = text.catch(() => {}).finally(() => (this.#waiting -= 1))
    const entry: Entry = { at: this.#clock.now().getTime(), text, bytes: 0 }
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    text.then(
      ({ length }) => {
        entry.bytes = length
        this.#makeRoom()
      },
      () => this.#entries.delete(name),
    )
    return text
  }

  #makeRoom(): void {
    let bytes = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    for (const [oldest, entry] of this.#entries) {
      if (bytes <= MOST_BYTES) break
      this.#entries.delete(oldest)
      bytes -= entry.bytes
    }
  }
}
