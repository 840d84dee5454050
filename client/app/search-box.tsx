import { useLocation } from 'react-router'
import { href } from '#contract/href.ts'

/**
 * The search in the head of every page: a plain form, which works without scripts. On a phone it is as small as its
 * sign until somebody goes into it.
 */
export function SearchBox() {
  // Said here and not by a style that asks whether the page has a search: with one that hangs on what is anywhere in
  // the body, the style of all of it would be found anew whenever anything comes.
  const action = href('/search')
  const isAgain = useLocation().pathname.startsWith(action)
  return (
    <form
      action={action}
      role="search"
      aria-label="Find a book"
      className={`search-box ${isAgain ? 'search-box-again' : ''}`}
    >
      <input type="search" name="q" aria-label="Find a book" placeholder="Find a book" />
    </form>
  )
}
