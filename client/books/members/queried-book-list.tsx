import { useQuery } from '@tanstack/react-query'
import { countBooks, listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import { bookSorts } from '#contract/books/book-sorts.ts'
import type { Book } from '#contract/books/books.ts'
import { call, callPage } from '#client/api/call.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { BookList, type BookListWords } from '#client/books/list/book-list.tsx'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { freshness, useQueriedPages } from '#client/lists/queried/use-queried-pages.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

type QueriedBookListProps = BookListWords & { category: string | undefined; Action: BookAction }

/**
 * The same where only members see it: the browser reads it, which visitors of an open catalogue needn't load. All books,
 * or those of a category.
 */
export default function QueriedBookList(props: QueriedBookListProps) {
  return (
    <SignedIn what="The list of books is for members, and signing in">
      <Books {...props} />
    </SignedIn>
  )
}

function Books({ category, ...more }: QueriedBookListProps) {
  const sort = chosenSort(useListPlace().sort, bookSorts)
  const key = ['books', category ?? 'all']
  const params = category === undefined ? undefined : { category_name: category }
  const pages = useQueriedPages<Book>(
    key,
    (cursor, signal) =>
      params
        ? callPage(listBooksOfCategory, { params, query: { cursor, sort } }, { signal })
        : callPage(listBooks, { query: { cursor, sort } }, { signal }),
    sort,
    'others',
  )
  // Nothing waits for the count, and its failure is not worth a word.
  const total = useQuery({
    queryKey: [...key, 'count'],
    queryFn: ({ signal }) => call(countBooks, params ? { query: params } : {}, { signal }),
    ...freshness.others,
  })
  return <BookList pages={pages} total={total.data ?? null} {...more} />
}
