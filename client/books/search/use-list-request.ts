import { useLocation } from 'react-router'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { readListRequest, type ListRequest } from './list-request.ts'

/** List request of the current address. */
export function useListRequest(of?: BooksOf): ListRequest {
  return readListRequest(new URLSearchParams(useLocation().search), of)
}
