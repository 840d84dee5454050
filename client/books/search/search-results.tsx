import { createContext, use, useMemo, type ComponentType } from 'react'
import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { noFilters } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { countOf, formatMoney } from '#contract/wording.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { BookCards } from '#client/books/book-cards.tsx'
import { addressOf } from './address-of.ts'

const Results = createContext<ReadonlyMap<string, SearchResult>>(new Map())

/** Search results as cards; a result that stands for several copies says so beside its action. */
export function SearchResults({ results, Action }: { results: readonly SearchResult[]; Action: BookAction }) {
  const byId = useMemo(() => new Map(results.map((result) => [result.id, result])), [results])
  const WithCopies = useMemo(() => withCopies(Action), [Action])
  return (
    <Results value={byId}>
      <BookCards books={results.map(({ book }) => book)} Action={WithCopies} />
    </Results>
  )
}

function withCopies(Action: BookAction): ComponentType<React.ComponentProps<BookAction>> {
  return function ActionAndCopies(props) {
    const result = use(Results).get(props.book.id)
    return (
      <>
        <Action {...props} />
        {result && result.others > 0 && <MoreCopies {...result} />}
      </>
    )
  }
}

/** Link to all copies of the work, cheapest first. */
function MoreCopies({ book, others, lowestPrice }: SearchResult) {
  const q = `"${book.title.replaceAll('"', ' ')}" ${book.author.split(',')[0] ?? ''}`.slice(0, 200)
  return (
    <p className="mt-2 text-sm">
      <Link
        to={addressOf(href('/search'), { ...noFilters, q, exact: false }, 'price')}
        className="touchable inline-block py-1"
      >
        {countOf(others, 'more copy', 'more copies')}
        {lowestPrice && ` from ${formatMoney(lowestPrice)}`}
        <span className="sr-only"> of {book.title}</span>
      </Link>
    </p>
  )
}
