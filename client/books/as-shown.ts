import type { Book } from '#contract/books/books.ts'
import { preview } from '#contract/wording.ts'
import { BOOK_DESCRIPTION_PREVIEW } from './book-words.ts'

// For loaders: what they return stands in the page a second time, for the browser.

/** Facts of a book that a row of covers shows. */
export type CoverInRowFacts = Pick<Book, 'id' | 'title' | 'author' | 'images' | 'resalePrice'>

/** A book with no more than a row of covers shows. */
export const asCover = ({ id, title, author, images, resalePrice }: Book): CoverInRowFacts => ({
  id,
  title,
  author,
  images: images.slice(0, 1),
  resalePrice,
})

/** A book whose description is as long as a card needs it, to show that it was cut. */
export const asCard = (book: Book): Book => ({
  ...book,
  description: book.description.trim() && preview(book.description, BOOK_DESCRIPTION_PREVIEW + 1),
})
