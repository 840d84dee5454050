import type { Page } from '#contract/call.ts'
import type { PageStart } from './list-place.ts'

const MOST_PAGES = 50

/** Cache key of a page: the list's address, its order and the page's cursor. */
export interface PageKey {
  pathname: string
  sort: string | null
  start: PageStart
}

/** Bounded cache of a list's loader pages in this tab, so that Load more and Back need no request. */
export class PageCache<Item> {
  readonly #pages = new Map<string, Page<Item>>()

  set(place: PageKey, page: Page<Item>): void {
    const key = keyOf(place)
    // Reinserted as the newest: eviction drops the oldest.
    this.#pages.delete(key)
    this.#pages.set(key, page)
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined && this.#pages.size > MOST_PAGES) this.#pages.delete(oldest)
  }

  get(place: PageKey): Page<Item> | undefined {
    return this.#pages.get(keyOf(place))
  }
}

const keyOf = ({ pathname, sort, start }: PageKey) => JSON.stringify([pathname, sort, start])
