import { useLocation } from 'react-router'

/** Cursor of a page; null for the first page. */
export type PageStart = string | null

/** Position in a paginated list: its order, the pages shown before the current page, and the current page. */
export interface ListPlace {
  /** Sort order in the address; null for the default. */
  sort: string | null
  trail: readonly PageStart[]
  current: PageStart
}

/** History state of a list, so that Back and a reload restore the pages shown. */
interface ListState {
  trail: readonly PageStart[]
}

/** Reads the position from an address's query and the history state. A bare link shows its own page only. */
export function readListPlace(search: string, state: unknown): ListPlace {
  const given = (state as Partial<ListState> | null)?.trail
  const trail = Array.isArray(given)
    ? given.filter((start): start is PageStart => start === null || typeof start === 'string')
    : []
  const query = new URLSearchParams(search)
  return { sort: query.get('sort'), trail, current: query.get('cursor') || null }
}

/** History state of the link to the next page. */
export function stateAfter({ trail, current }: ListPlace): ListState {
  return { trail: [...trail, current] }
}

/** Whether the first page is not among those shown. */
export function startsLater({ trail, current }: ListPlace): boolean {
  return trail[0] !== null && current !== null
}

export function useListPlace(): ListPlace {
  const { search, state } = useLocation()
  return readListPlace(search, state)
}

/** Address of a list without order and cursor: path and filters. */
export function listAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  query.delete('sort')
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

/** Sort order by name, or the default: the first. */
export function chosenSort<Sort extends string>(named: string | null, sorts: readonly Sort[]): Sort {
  return sorts.find((sort) => sort === named) ?? sorts[0]!
}

/** Query of a list's first page in a sort order; the default, the first, is left out. */
export function searchOfSort<Sort extends string>(search: string, sort: Sort, sorts: readonly Sort[]): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  query.delete('sort')
  if (sort !== sorts[0]) query.set('sort', sort)
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Joins pages and dedupes by id: between two reads an item may move to another page. */
export function joinPages<Item extends { id: string }>(pages: readonly { items: readonly Item[] }[]): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}
