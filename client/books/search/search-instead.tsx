import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { categoryTitle } from '#contract/wording.ts'
import { isSearchOpen } from '#contract/visitors.ts'
import { useSite } from '#client/ui/site.ts'

/**
 * Why the list at an address sends visitors to the login screen, and the same list as a search where that is open to
 * them. Nothing for other addresses.
 */
export function SearchInstead({ address, className = '' }: { address: string; className?: string }) {
  const isOpen = isSearchOpen(useSite())
  const list = listAt(address)
  if (!list) return null
  return (
    <p className={className}>
      {list.name} is for members.{' '}
      {isOpen && <Link to={`${href('/search')}${list.query}`}>Search is open to everyone.</Link>}
    </p>
  )
}

/** The list of books at an address, in words and as the query of a search; null where it has none. */
export function listAt(address: string): { name: string; query: string } | null {
  const { pathname, searchParams } = new URL(address, 'http://here')
  const [, category] = /^\/books\/([^/]+)$/.exec(pathname) ?? []
  if (category === undefined && ![href('/all-products'), href('/search')].includes(pathname)) return null
  // Cursors of a list and of a search differ.
  searchParams.delete('cursor')
  if (category === undefined)
    return { name: pathname === href('/search') ? 'Search' : 'All products', query: queryOf(searchParams) }
  const slug = decodeURIComponent(category)
  searchParams.set('category', slug)
  return { name: categoryTitle(slug), query: queryOf(searchParams) }
}

const queryOf = (params: URLSearchParams) => (params.size > 0 ? `?${params}` : '')
