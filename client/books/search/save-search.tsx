import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { searchParamsOf, type SearchRequest } from '#contract/search/search-request.ts'

/** Leads to being told of what appears later; a search without words can't be. */
export function SaveSearch({ request }: { request: SearchRequest }) {
  if (request.q === '') return null
  return (
    <Link
      to={`${href('/dashboard/saved-searches/new')}?${searchParamsOf(request)}`}
      className="link touchable inline-block py-1 text-sm"
    >
      Save this search
    </Link>
  )
}
