import { Link, useLocation } from 'react-router'
import type { Book } from '#contract/books.ts'
import type { Page } from '#contract/call.ts'
import { BookCard } from './book-card.tsx'
import { EmptyShelf } from './empty-shelf.tsx'
import { LoadMore } from './load-more.tsx'
import { joinPages, stateAfter, useShelfPlace } from './shelf-place.ts'

/**
 * The books of a list, as far as it was walked: cards, how many there are so far, and the way to more.
 * `isLoading`: the page that was asked for last is still to come.
 */
export function Shelf({
  pages,
  emptyWords,
  isLoading = false,
}: {
  pages: readonly Page<Book>[]
  emptyWords: string
  isLoading?: boolean
}) {
  const place = useShelfPlace()
  const { pathname } = useLocation()
  const books = joinPages(pages)
  const next = pages.at(-1)?.next ?? null
  const startsLater = place.trail[0] !== null && place.current !== null

  if (books.length === 0) {
    return (
      <EmptyShelf words={startsLater ? 'There is nothing further down this shelf.' : emptyWords}>
        <Link to={startsLater ? pathname : '/products-categories'} className="button">
          {startsLater ? 'Show from the newest' : 'Look through the categories'}
        </Link>
      </EmptyShelf>
    )
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 text-ink-2">
        <output>
          {books.length === 1 ? '1 book' : `${books.length} books`}
          {next === null ? '' : ' so far'}, newest first
        </output>
        {startsLater && (
          <Link to={pathname} className="link py-2">
            Show from the newest
          </Link>
        )}
      </div>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {books.map((book) => (
          <li key={book.id}>
            <BookCard book={book} />
          </li>
        ))}
      </ul>
      {/* The link stays while the page comes, and leads to where we are: focus must not get lost. */}
      <LoadMore
        next={isLoading ? place.current : next}
        state={isLoading ? { trail: place.trail } : stateAfter(place)}
        label={isLoading ? 'Loading…' : 'Load more'}
      />
    </>
  )
}
