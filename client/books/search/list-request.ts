import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { hasFilters, readSearchRequest, type SearchRequest } from '#contract/search/search-request.ts'

/** What a list shows. */
export interface ListRequest {
  /** What the address asks for, which its reader can change. */
  fromUrl: SearchRequest
  /** The same within what the list is of. */
  effective: SearchRequest
}

/** Reads an address. `of`: whose or which books the list has, whatever its address says; undefined for the search. */
export function readListRequest(address: URLSearchParams, of: BooksOf | undefined): ListRequest {
  const request = readSearchRequest(address)
  if (of === undefined) return { fromUrl: request, effective: request }
  const { category, sellerId } = of
  const fromUrl = { ...request, q: '', exact: false, seller: '', ...(category !== undefined && { category: [] }) }
  return {
    fromUrl,
    effective: { ...fromUrl, seller: sellerId ?? '', category: category === undefined ? fromUrl.category : [category] },
  }
}

/** Neither words nor filters: the list has all of its books, which are read from the books and not from the search. */
export const isUnfiltered = (fromUrl: SearchRequest): boolean => fromUrl.q === '' && !hasFilters(fromUrl)

/** Filters that a list has no use for: all of its books are alike in them. */
export function uselessIn(of: BooksOf | undefined): readonly string[] {
  if (of?.category !== undefined) return ['category']
  return of?.sellerId === undefined ? [] : ['verified']
}
