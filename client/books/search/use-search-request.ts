import { useLocation } from 'react-router'
import { readSearchRequest, searchParamsOf, sortsOf, type SearchRequest } from '#contract/search/search-request.ts'

/** What the present address asks the search for. */
export function useSearchRequest(): SearchRequest {
  return readSearchRequest(new URLSearchParams(useLocation().search))
}

/** The address of a list that asks for this, in an order if it is not the usual one; from its beginning. */
export function addressOf(pathname: string, request: SearchRequest, sort: string | null = null): string {
  const address = searchParamsOf(request)
  if (sort !== null && sortsOf(request).some((one, place) => one === sort && place > 0)) address.set('sort', sort)
  return address.size === 0 ? pathname : `${pathname}?${address.toString()}`
}
