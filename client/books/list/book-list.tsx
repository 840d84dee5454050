import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { BookCount } from '#contract/books/book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import type { Seller } from '#contract/books/sellers.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { BookCards, CARDS } from '#client/books/book-cards.tsx'
import { PagedList } from '#client/lists/paged-list.tsx'
import type { Pages } from '#client/lists/pages.ts'
import { ToBeginning } from '#client/lists/to-beginning.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { bookCount } from './book-count.ts'
import { BookListOrder } from './book-list-order.tsx'

/** What a screen says of its list of books. */
export interface BookListWords {
  /** Gets the reason why the list could not be read. */
  errorWords: (message: string) => string
  emptyWords: string
}

/** Says whose books these are; null as long as that is not known. */
export type AboutSeller = ComponentType<{ seller: Seller | null }>

interface BookListProps extends BookListWords {
  pages: Pages<Book>
  /** Null as long as nobody has counted. */
  total: BookCount | null
  Action: BookAction
}

/** The books of a list as cards, as far as it was walked: their order, how many there are, and the way to more. */
export function BookList({ pages, total, errorWords, emptyWords, Action }: BookListProps) {
  return (
    <PagedList
      pages={pages}
      renderCount={({ length }, isAll) => bookCount(length, isAll, total)}
      order={<BookListOrder />}
      className="mb-3"
      failure={({ message }) => (pages.isReading ? 'Trying again…' : errorWords(message))}
      failsBelow
      empty={
        <EmptyState words={emptyWords}>
          <Link to="/products-categories" className="button">
            Browse the categories
          </Link>
        </EmptyState>
      }
      nothingFurther={
        <EmptyState words="No more books from here on.">
          <ToBeginning className="button" />
        </EmptyState>
      }
      placeholder={<CardsToCome />}
    >
      {(books) => (
        <>
          <BookCards books={books} Action={Action} />
          {pages.isLoadingMore && <CardsToCome className="mt-4" />}
        </>
      )}
    </PagedList>
  )
}

function CardsToCome({ className = '' }: { className?: string }) {
  return (
    <div role="status" className={`${CARDS} ${className}`}>
      <span className="sr-only">Loading books</span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-62" />
      ))}
    </div>
  )
}
