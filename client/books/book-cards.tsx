import type { ComponentType } from 'react'
import type { Book } from '#contract/books/books.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { ListItem } from '#client/lists/list-item.tsx'
import { BookCard, type BookAction } from './book-card.tsx'

/** Grid class of cards and of their skeletons. */
export const CARDS = 'cards-in-rows'

interface BookCardsProps {
  books: readonly Book[]
  Action: BookAction
  /** What the search says of each book, and what shows it below the action. */
  results?: readonly SearchResult[]
  Copies?: ComponentType<SearchResult>
}

/**
 * Grid of book cards. The first cover is a phone's largest contentful paint, so it loads first; the browser prioritizes
 * the rest.
 */
export function BookCards({ books, results, ...slots }: BookCardsProps) {
  return (
    <ul className={`book-cards ${CARDS}`}>
      {books.map((book, place) => (
        <ListItem key={book.id}>
          <BookCard book={book} first={place === 0} result={results?.[place]} {...slots} />
        </ListItem>
      ))}
    </ul>
  )
}
