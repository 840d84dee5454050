import { Link, useLocation } from 'react-router'

/** Link to a list's first page in the current order. */
export function FirstPageLink({ className = 'link py-2' }: { className?: string }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('cursor')
  return (
    <Link to={`${pathname}?${query.toString()}`.replace(/\?$/, '')} className={className}>
      Show from the beginning
    </Link>
  )
}
