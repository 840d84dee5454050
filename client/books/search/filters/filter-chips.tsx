import { Link, useLocation } from 'react-router'
import { noFilters, type SearchRequest } from '#contract/search/search-request.ts'
import { useSite } from '#client/ui/site.ts'
import { chipsOf } from './filter-words.ts'
import { addressOf } from '#client/books/search/address-of.ts'

/** Active filters as chips, each a link to the list without it. */
export default function FilterChips({ request }: { request: SearchRequest }) {
  const { pathname, search } = useLocation()
  const chips = chipsOf(request, useSite().currency)
  if (chips.length === 0) return null
  const sort = new URLSearchParams(search).get('sort')
  return (
    <ul aria-label="Chosen filters" className="filter-chips">
      {chips.map(({ key, words, without }) => (
        <li key={key}>
          <Link
            to={addressOf(pathname, without, sort)}
            preventScrollReset
            className="inline-flex min-h-8 items-center gap-2 border border-edge px-3 text-sm text-ink no-underline hover:bg-sunk pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove the filter </span>
            <span dir="auto">{words}</span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={addressOf(pathname, { ...request, ...noFilters, seller: request.seller }, sort)}
            preventScrollReset
            className="touchable inline-block py-1 text-sm"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
