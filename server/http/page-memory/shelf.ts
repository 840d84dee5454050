/** What stands on a shelf, and how much room it takes. */
interface Sized {
  readonly bytes: number
}

/** Keeps as much as there is room for; what was asked for longest ago goes first. */
export class Shelf<Item extends Sized> {
  readonly #room: number
  // In the order of use.
  readonly #items = new Map<string, Item>()
  #taken = 0

  constructor(room: number) {
    this.#room = room
  }

  get taken(): number {
    return this.#taken
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
    this.#taken += item.bytes
    for (const oldest of this.#items.keys()) {
      if (this.#taken <= this.#room) return
      this.delete(oldest)
    }
  }

  delete(name: string): void {
    this.#taken -= this.#items.get(name)?.bytes ?? 0
    this.#items.delete(name)
  }
}
