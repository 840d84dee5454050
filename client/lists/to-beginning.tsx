import { Link, useLocation } from 'react-router'

/** The way from a page in the middle of a list to the list's beginning, in the order it has. */
export function ToBeginning({ className = 'link py-2' }: { className?: string }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('cursor')
  return (
    <Link to={`${pathname}?${query.toString()}`.replace(/\?$/, '')} className={className}>
      Show from the beginning
    </Link>
  )
}
