import { Link, useLocation } from 'react-router'
import { stateAfter, useListPlace } from './list-place.ts'

/**
 * Leads to the list's next page: a real link, so that it works without scripts and the page has an address. The screen
 * keeps what it shows and stays where it is. While the page that was asked for last `isLoading`, the link stays and
 * leads to where we are, so that the focus does not get lost.
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
