import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { bookSorts } from '#contract/sorts.ts'
import type { SearchSort } from '#contract/search/search-request.ts'
import { chosenSort, searchOfSort, useListPlace } from '#client/lists/list-place.ts'

const sortWords: Record<SearchSort, string> = {
  relevance: 'Best match',
  newest: 'Newest',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
}

/** Sort orders of a list of books, as links: each has an address and works without scripts. */
export function BookListOrder({ sorts = bookSorts }: { sorts?: readonly SearchSort[] }) {
  const id = useId()
  const { pathname, search } = useLocation()
  const chosen = chosenSort(useListPlace().sort, sorts)
  return (
    <nav aria-labelledby={id} className="not-printed flex items-center sm:flex-wrap sm:gap-x-2">
      <span id={id} className="text-sm text-ink-2 max-sm:shrink-0">
        Sort by
      </span>
      <ul className="flex max-sm:-me-2 sm:flex-wrap">
        {sorts.map((sort) => (
          <li key={sort}>
            <Link
              to={pathname + searchOfSort(search, sort, sorts)}
              aria-current={sort === chosen || undefined}
              preventScrollReset
              className="sort-link"
            >
              {sortWords[sort]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
