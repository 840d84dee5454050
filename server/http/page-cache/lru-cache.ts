/** A bounded cache: what was used least recently is evicted first. Sizes in bytes. */
export class LruCache<Item extends { readonly bytes: number }> {
  readonly #maxBytes: number
  // A map keeps insertion order; a used entry is inserted again.
  readonly #items = new Map<string, Item>()
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#size
  }

  get(name: string): Item | undefined {
    const found = this.#items.get(name)
    if (!found) return undefined
    this.#items.delete(name)
    this.#items.set(name, found)
    return found
  }

  set(name: string, item: Item): void {
    this.delete(name)
    this.#items.set(name, item)
    this.#size += item.bytes
    for (const oldest of this.#items.keys()) {
      if (this.#size <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(name: string): void {
    this.#size -= this.#items.get(name)?.bytes ?? 0
    this.#items.delete(name)
  }
}
