import { Link, useLocation } from 'react-router'
import { stateAfter, useListPlace } from './list-place.ts'

/**
 * Link to the next page: works without scripts, and the page has an address. What is shown stays. While the last
 * requested page `isLoading`, the link stays to keep the focus, and leads to the current address.
 */
export function LoadMore({ next, isLoading = false }: { next: string | null; isLoading?: boolean }) {
  const { pathname, search } = useLocation()
  const place = useListPlace()
  const target = isLoading ? place.current : next
  if (target === null) return null
  const query = new URLSearchParams(search)
  query.set('cursor', target)
  return (
    <p className="mt-8 text-center">
      <Link
        to={`${pathname}?${query.toString()}`}
        state={isLoading ? { trail: place.trail } : stateAfter(place)}
        replace={isLoading}
        preventScrollReset
        className="button-outline min-w-36"
        rel="next"
      >
        {isLoading ? 'Loading…' : 'Load more'}
      </Link>
    </p>
  )
}
