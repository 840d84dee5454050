import type { Book } from '#contract/books/books.ts'
import { BookCard, type BookAction } from './book-card.tsx'

/** How cards stand, and what stands in for them. */
export const CARDS = 'cards-in-rows'

/**
 * Books as cards, as many in a row as there is room for. The first cover is the largest thing a phone shows, so it
 * comes before all others; the browser knows best how many of those it shows at once.
 */
export function BookCards({ books, Action }: { books: readonly Book[]; Action: BookAction }) {
  return (
    <ul className={`book-cards ${CARDS}`}>
      {books.map((book, place) => (
        <li key={book.id}>
          <BookCard book={book} Action={Action} first={place === 0} />
        </li>
      ))}
    </ul>
  )
}
