import { href } from '#contract/href.ts'
import { noFilters } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { countOf, formatMoney } from '#contract/wording.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { BookCards } from '#client/books/book-cards.tsx'
import { PlainLink } from '#client/ui/plain-link.tsx'
import { addressOf } from './address-of.ts'

/** Search results as cards; a result that stands for several copies says so beside its action. */
export function SearchResults({ results, Action }: { results: readonly SearchResult[]; Action: BookAction }) {
  return <BookCards books={results.map(({ book }) => book)} results={results} Action={Action} Copies={MoreCopies} />
}

/** Link to all copies of the work, cheapest first; nothing where there is one copy. */
function MoreCopies({ book, others, lowestPrice }: SearchResult) {
  if (others === 0) return null
  const q = `"${book.title.replaceAll('"', ' ')}" ${book.author.split(',')[0] ?? ''}`.slice(0, 200)
  return (
    <p className="mt-2 text-sm">
      <PlainLink
        to={addressOf(href('/search'), { ...noFilters, q, exact: false }, 'price')}
        className="touchable inline-block py-1"
      >
        {countOf(others, 'more copy', 'more copies')}
        {lowestPrice && ` from ${formatMoney(lowestPrice)}`}
        <span className="sr-only"> of {book.title}</span>
      </PlainLink>
    </p>
  )
}
