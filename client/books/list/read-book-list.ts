import type { RouterContextProvider } from 'react-router'
import type { BookCount } from '#contract/books/book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import type { Page } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/list-limits.ts'
import { bookSorts } from '#contract/books/book-sorts.ts'
import { readSection, type Section } from '#client/api/screen-services.ts'
import { chosenSort } from '#client/lists/list-place.ts'

/** What a server-rendered list of books is sent. */
export interface BookListPage {
  page: Page<Book>
  total: BookCount | null
}

/** For a list's loader: the page that an address names, and how many books there are. */
export function readBookList(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
  of: BooksOf = {},
): Promise<Section<BookListPage>> {
  const sort = chosenSort(searchParams.get('sort'), bookSorts)
  const cursor = searchParams.get('cursor') || undefined
  return readSection(context, async (reads) => {
    const [page, total] = await Promise.all([
      reads.listBooks({ ...of, available: 'unsold', limit: PAGE_SIZE, cursor, sort }),
      reads.countBooks(of),
    ])
    return { page: page ?? { items: [], next: null }, total }
  })
}
