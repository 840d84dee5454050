import { useLocation } from 'react-router'

/** Where a page of a list begins; null for the list's own beginning. */
export type PageStart = string | null

/** Where somebody is in a list: the pages shown before the address's own one, and that one. */
export interface ShelfPlace {
  trail: readonly PageStart[]
  current: PageStart
}

/** What goes along in the history, so that Back and a reload show as much as there was. */
interface ShelfState {
  trail: readonly PageStart[]
}

/** Reads the place from an address's query and the history's state. A bare link shows its own page alone. */
export function readShelfPlace(search: string, state: unknown): ShelfPlace {
  const given = (state as Partial<ShelfState> | null)?.trail
  const trail = Array.isArray(given)
    ? given.filter((start): start is PageStart => start === null || typeof start === 'string')
    : []
  return { trail, current: new URLSearchParams(search).get('cursor') || null }
}

/** The state for the link to the page after the current one. */
export function stateAfter({ trail, current }: ShelfPlace): ShelfState {
  return { trail: [...trail, current] }
}

export function useShelfPlace(): ShelfPlace {
  const { search, state } = useLocation()
  return readShelfPlace(search, state)
}

/** Pages put together. Between two readings a book may move from one page to the next: it is shown once. */
export function joinPages<Item extends { id: string }>(pages: readonly { items: readonly Item[] }[]): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}
