import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refuse } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'

const compress = promisify(gzip)
const KEPT_MS = 60 * 60_000
/** A part of a map takes some 200 KB. */
const MOST_KEPT = 64
/** Made-up names of parts are as good as ours, and would keep everybody waiting. */
const MOST_WAITING = 8

/**
 * Texts that take a while to make, kept for an hour, compressed; made one at a time, and once for all who ask. Refuses
 * more than a few that wait for that.
 */
export class KeptTexts {
  readonly #clock: Services['clock']
  readonly #kept = new Map<string, { at: number; text: Promise<Buffer> }>()
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(clock: Services['clock']) {
    this.#clock = clock
  }

  async get(name: string, make: () => Promise<string>): Promise<Buffer> {
    const now = this.#clock.now().getTime()
    const known = this.#kept.get(name)
    if (known && now - known.at < KEPT_MS) return known.text
    if (this.#waiting >= MOST_WAITING) refuse('unavailable', 'Many maps are asked for just now. Please try again soon.')
    this.#waiting += 1
    const text = this.#last.then(async () => compress(await make()))
    this.#last = text.catch(() => {}).finally(() => (this.#waiting -= 1))
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
