import { Link, useLocation } from 'react-router'

/**
 * Leads to the list's next page: a real link, so that it works without scripts and the page has an address. With
 * `state`, which goes along in the history, the screen keeps what it shows and stays where it is.
 */
export function LoadMore(props: { next: string | null; label?: string; state?: object }) {
  const { next, label = 'Load more', state } = props
  const { pathname, search } = useLocation()
  if (next === null) return null
  const query = new URLSearchParams(search)
  query.set('cursor', next)
  return (
    <p className="mt-8 text-center">
      <Link
        to={`${pathname}?${query.toString()}`}
        state={state}
        preventScrollReset={state !== undefined}
        className="button-outline no-underline!"
        rel="next"
      >
        {label}
      </Link>
    </p>
  )
}
