import type { Book } from '#contract/books/books.ts'
import type { Section } from '#client/api/screen-services.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { RecalledPages } from '#client/lists/recalled-pages.ts'
import { useLoadedPages } from '#client/lists/use-loaded-pages.ts'
import { BookList, type BookListWords } from './book-list.tsx'
import type { BookListPage } from './read-book-list.ts'

/** Filled in the browser only: on the server it would be everybody's. */
const memory = new RecalledPages<Book>()

/** A list of books that the screen's loader has read. */
export function LoadedBookList({
  section,
  ...more
}: BookListWords & { section: Section<BookListPage>; Action: BookAction }) {
  const pages = useLoadedPages(section.ok ? section.value.page : null, memory)
  return <BookList pages={pages} total={section.ok ? section.value.total : null} {...more} />
}
