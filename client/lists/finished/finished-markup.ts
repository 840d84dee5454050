import type { ReactElement } from 'react'

/** Letters of markup and of what it is made of, together: some 1,500 cards. */
const MOST_LETTERS = 8_000_000

/**
 * Bounded cache of elements' markup, by component, props, what all elements of a page depend on, and the day. Props are
 * data and components; components inside of data would not count.
 */
export class FinishedMarkup {
  readonly #markup = new Map<string, string>()
  readonly #components = new WeakMap<WeakKey, number>()
  readonly #mostLetters: number
  #letters = 0
  #lastComponent = 0
  #common: { of: unknown; text: string; version: number } = { of: null, text: '', version: 0 }

  constructor(mostLetters = MOST_LETTERS) {
    this.#mostLetters = mostLetters
  }

  /** `common`: what all elements of a page depend on, the same object for all of them. `make` is called for new ones. */
  of({ type, props }: ReactElement, common: unknown, make: () => string): string {
    const key = this.#keyOf(type, props as object, common)
    const found = this.#markup.get(key)
    const markup = found ?? make()
    // Reinserted as the newest: eviction drops the oldest.
    if (found !== undefined) this.#markup.delete(key)
    else this.#letters += key.length + markup.length
    this.#markup.set(key, markup)
    this.#evict()
    return markup
  }

  #evict(): void {
    for (const [key, markup] of this.#markup) {
      if (this.#letters <= this.#mostLetters) return
      this.#markup.delete(key)
      this.#letters -= key.length + markup.length
    }
  }

  #keyOf(type: unknown, props: object, common: unknown): string {
    const components = Object.values(props).filter((prop) => typeof prop === 'function')
    const numbers = [type, ...components].map((component) => this.#numberOf(component as WeakKey))
    // Words such as "3 years of use" change with the day.
    const day = new Date().toISOString().slice(0, 10)
    return `${day} ${this.#versionOf(common)} ${numbers.join()} ${JSON.stringify(props)}`
  }

  #numberOf(component: WeakKey): number {
    const number = this.#components.get(component) ?? (this.#lastComponent += 1)
    this.#components.set(component, number)
    return number
  }

  /** Counts how often it changed, instead of repeating it in each key. */
  #versionOf(common: unknown): number {
    if (common !== this.#common.of) {
      const text = JSON.stringify(common)
      const { version, text: before } = this.#common
      this.#common = { of: common, text, version: text === before ? version : version + 1 }
    }
    return this.#common.version
  }
}
