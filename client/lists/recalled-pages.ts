import type { Page } from '#contract/call.ts'
import type { PageStart } from './list-place.ts'

const MOST_PAGES = 50

/** Where a page lies: the list's address, its order, and where in it the page begins. */
export interface PlaceOfPage {
  pathname: string
  sort: string | null
  start: PageStart
}

/** The pages of loaded lists that this tab was sent, the latest of them, so that Load more and Back need not ask again. */
export class RecalledPages<Item> {
  readonly #pages = new Map<string, Page<Item>>()

  remember(place: PlaceOfPage, page: Page<Item>): void {
    const key = keyOf(place)
    // Set anew it is the latest.
    this.#pages.delete(key)
    this.#pages.set(key, page)
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined && this.#pages.size > MOST_PAGES) this.#pages.delete(oldest)
  }

  recall(place: PlaceOfPage): Page<Item> | undefined {
    return this.#pages.get(keyOf(place))
  }
}

const keyOf = ({ pathname, sort, start }: PlaceOfPage) => JSON.stringify([pathname, sort, start])
