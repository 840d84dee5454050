import type { Book } from '#contract/books/books.ts'
import { BookCard, type BookAction } from './book-card.tsx'

/** Grid class of cards and of their skeletons. */
export const CARDS = 'cards-in-rows'

/**
 * Grid of book cards. The first cover is a phone's largest contentful paint, so it loads first; the browser prioritizes
 * the rest.
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
