const WINDOW_MS = 60_000
const MOST_CLIENTS = 20_000

/**
 * Rate limit in fixed windows of a minute, per client, for requests that the main rate limits don't see or mustn't
 * count. Cheap.
 */
export class Ceiling {
  readonly #most: number
  readonly #counts = new Map<string, { count: number; until: number }>()

  constructor(most: number) {
    this.#most = most
  }

  count(client: string): void {
    const now = performance.now()
    const known = this.#counts.get(client)
    if (known && now < known.until) known.count += 1
    else {
      this.#counts.delete(client)
      // A Map keeps insertion order: its first key is the oldest.
      if (this.#counts.size >= MOST_CLIENTS) this.#counts.delete(this.#counts.keys().next().value!)
      this.#counts.set(client, { count: 1, until: now + WINDOW_MS })
    }
  }

  isReached(client: string): boolean {
    const known = this.#counts.get(client)
    return known !== undefined && known.count >= this.#most && performance.now() < known.until
  }
}
