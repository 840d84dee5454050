import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { hasFilters, readSearchRequest, type SearchRequest } from '#contract/search/search-request.ts'

/** What a list shows. */
export interface ListRequest {
  /** What its address asks for: that can be changed. */
  said: SearchRequest
  /** That, and what the list is of. */
  asked: SearchRequest
}

/** Reads an address. `of`: whose or which books the list has, whatever its address says; undefined for the search. */
export function readListRequest(address: URLSearchParams, of: BooksOf | undefined): ListRequest {
  const request = readSearchRequest(address)
  if (of === undefined) return { said: request, asked: request }
  const { category, sellerId } = of
  const said = { ...request, q: '', exact: false, seller: '', ...(category !== undefined && { category: [] }) }
  return {
    said,
    asked: { ...said, seller: sellerId ?? '', category: category === undefined ? said.category : [category] },
  }
}

/** Nothing is asked: the list has all of its books, which are read from the books themselves and not from the search. */
export const isWhole = (said: SearchRequest): boolean => said.q === '' && !hasFilters(said)

/** Filters that a list has no use for: all of its books are alike in them. */
export function uselessIn(of: BooksOf | undefined): readonly string[] {
  if (of?.category !== undefined) return ['category']
  return of?.sellerId === undefined ? [] : ['verified']
}
