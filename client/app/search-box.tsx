/**
 * The search in the head of every page: a plain form, which works without scripts. On a phone it is as small as its
 * sign until somebody goes into it.
 */
export function SearchBox() {
  return (
    <form action="/search" role="search" aria-label="Find a book" className="search-box">
      <input type="search" name="q" aria-label="Find a book" placeholder="Find a book" />
    </form>
  )
}
