import { useLocation } from 'react-router'

/** Where a page of a list begins; null for the list's own beginning. */
export type PageStart = string | null

/** Where somebody is in a list: its order, the pages shown before the address's own one, and that one. */
export interface ListPlace {
  /** As the address says; null for the usual order. */
  sort: string | null
  trail: readonly PageStart[]
  current: PageStart
}

/** What goes along in the history, so that Back and a reload show as much as there was. */
interface ListState {
  trail: readonly PageStart[]
}

/** Reads the place from an address's query and the history's state. A bare link shows its own page alone. */
export function readListPlace(search: string, state: unknown): ListPlace {
  const given = (state as Partial<ListState> | null)?.trail
  const trail = Array.isArray(given)
    ? given.filter((start): start is PageStart => start === null || typeof start === 'string')
    : []
  const query = new URLSearchParams(search)
  return { sort: query.get('sort'), trail, current: query.get('cursor') || null }
}

/** The state for the link to the page after the current one. */
export function stateAfter({ trail, current }: ListPlace): ListState {
  return { trail: [...trail, current] }
}

/** True where the list's own beginning is not among what is shown. */
export function startsLater({ trail, current }: ListPlace): boolean {
  return trail[0] !== null && current !== null
}

export function useListPlace(): ListPlace {
  const { search, state } = useLocation()
  return readListPlace(search, state)
}

/** What a list is of, as its address says: the path, and all that is asked but the order and the place. */
export function listAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  query.delete('sort')
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

/** The order that an address names, or the usual one: the first. */
export function chosenSort<Sort extends string>(named: string | null, sorts: readonly Sort[]): Sort {
  return sorts.find((sort) => sort === named) ?? sorts[0]!
}

/** The query of a list's beginning in one of its orders; the usual one, the first, needs no word. */
export function searchOfSort<Sort extends string>(search: string, sort: Sort, sorts: readonly Sort[]): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  query.delete('sort')
  if (sort !== sorts[0]) query.set('sort', sort)
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Pages put together. Between two readings an item may move from one page to the next: it is shown once. */
export function joinPages<Item extends { id: string }>(pages: readonly { items: readonly Item[] }[]): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}
