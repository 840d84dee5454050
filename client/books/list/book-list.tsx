import { Link } from 'react-router'
import type { BookCount } from '#contract/book-calls.ts'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { BookCards, CARDS } from '#client/books/book-cards.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { joinPages, startsLater, useListPlace } from '#client/lists/list-place.ts'
import { LoadMore } from '#client/lists/load-more.tsx'
import { bookCount } from './book-count.ts'
import { BookListOrder } from './book-list-order.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ToBeginning } from '#client/lists/to-beginning.tsx'

/**
 * The books of a list, as far as it was walked: their order, cards, how many there are, and the way to more.
 * `total`: null as long as nobody has counted. `isLoading`: the page that was asked for last is still to come.
 */
export function BookList({
  pages,
  total,
  emptyWords,
  Action,
  isLoading = false,
}: {
  pages: readonly Page<Book>[]
  total: BookCount | null
  emptyWords: string
  Action: BookAction
  isLoading?: boolean
}) {
  const isLaterPart = startsLater(useListPlace())
  const books = joinPages(pages)
  const next = pages.at(-1)?.next ?? null

  if (books.length === 0 && !isLoading && isLaterPart) {
    return (
      <EmptyState words="No more books from here on.">
        <ToBeginning className="button" />
      </EmptyState>
    )
  }
  if (books.length === 0 && !isLoading) {
    return (
      <EmptyState words={emptyWords}>
        <Link to="/products-categories" className="button">
          Browse the categories
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="flex flex-wrap items-center gap-x-4 text-ink-2 tabular-nums">
          <output>
            {books.length > 0 && bookCount(books.length, next === null && !isLaterPart && !isLoading, total)}
          </output>
          {isLaterPart && <ToBeginning />}
        </p>
        <BookListOrder />
      </div>
      <BookCards books={books} Action={Action} />
      {isLoading && (
        <div role="status" className={`${CARDS} ${books.length > 0 ? 'mt-6' : ''}`}>
          <span className="sr-only">Loading books</span>
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <Skeleton key={place} className="h-120" />
          ))}
        </div>
      )}
      <LoadMore next={next} isLoading={isLoading} />
    </>
  )
}
