/** A bounded cache: what was used least recently is evicted first. Sizes in bytes; an item may grow while it is here. */
export class LruCache<Item extends { readonly bytes: number }> {
  readonly #maxBytes: number
  // A map keeps insertion order; a used entry is inserted again.
  readonly #entries = new Map<string, { item: Item; bytes: number }>()
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#size
  }

  get(name: string): Item | undefined {
    const found = this.#entries.get(name)
    if (!found) return undefined
    this.#put(name, found.item)
    return found.item
  }

  set(name: string, item: Item): void {
    this.#put(name, item)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(name: string): void {
    this.#size -= this.#entries.get(name)?.bytes ?? 0
    this.#entries.delete(name)
  }

  #put(name: string, item: Item): void {
    this.delete(name)
    const { bytes } = item
    this.#entries.set(name, { item, bytes })
    this.#size += bytes
  }
}
