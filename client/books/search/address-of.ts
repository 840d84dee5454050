import { searchParamsOf, sortsOf, type SearchRequest } from '#contract/search/search-request.ts'

/** The address of a list that asks for this, in an order if it is not the usual one; from its beginning. */
export function addressOf(pathname: string, request: SearchRequest, sort: string | null = null): string {
  const address = searchParamsOf(request)
  if (sort !== null && sortsOf(request).some((one, place) => one === sort && place > 0)) address.set('sort', sort)
  return address.size === 0 ? pathname : `${pathname}?${address.toString()}`
}
