import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { hasFilters, readSearchRequest, type SearchRequest } from '#contract/search/search-request.ts'

/** Request of a list of books. */
export interface ListRequest {
  /** Request in the address, which its reader can change. */
  fromUrl: SearchRequest
  /** Request within the list's scope, such as a category. */
  effective: SearchRequest
}

/** Parses the query of an address. `of`: the list's scope, which overrides the address; undefined for the search. */
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

/** Whether the list has neither query nor filters: it is then read from the books, not from the search. */
export const isUnfiltered = (fromUrl: SearchRequest): boolean => fromUrl.q === '' && !hasFilters(fromUrl)

/** Filters that are constant within a list's scope. */
export function redundantFilters(of: BooksOf | undefined): readonly string[] {
  if (of?.category !== undefined) return ['category']
  return of?.sellerId === undefined ? [] : ['verified']
}
