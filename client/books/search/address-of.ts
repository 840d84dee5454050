import { searchParamsOf, sortsOf, type SearchRequest } from '#contract/search/search-request.ts'

/** Address of a list's first page for this request; `sort` where it isn't the default. */
export function addressOf(pathname: string, request: SearchRequest, sort: string | null = null): string {
  const address = searchParamsOf(request)
  if (sort !== null && sortsOf(request).some((one, place) => one === sort && place > 0)) address.set('sort', sort)
  return address.size === 0 ? pathname : `${pathname}?${address.toString()}`
}
