import { useQuery } from '@tanstack/react-query'
import { countBooks, listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import { getSeller, listBooksOfSeller } from '#contract/books/sellers.ts'
import { bookSorts, type BookSort } from '#contract/books/book-sorts.ts'
import type { Page } from '#contract/call.ts'
import type { Book } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { call, callPage } from '#client/api/call.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { BookList, type AboutSeller, type BookListWords } from '#client/books/list/book-list.tsx'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { freshness, useQueriedPages } from '#client/lists/queried/use-queried-pages.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

type QueriedBookListProps = BookListWords & {
  of: BooksOf | undefined
  About: AboutSeller | undefined
  Action: BookAction
}

/**
 * The same where only members see it: the browser reads it, which visitors of an open catalogue needn't load.
 */
export default function QueriedBookList({ About, ...props }: QueriedBookListProps) {
  return (
    <SignedIn what="The list of books is for members, and signing in">
      {About && props.of?.sellerId !== undefined && <Whose id={props.of.sellerId} About={About} />}
      <Books {...props} />
    </SignedIn>
  )
}

/** A failure is said by the list below, which asks the same server. */
function Whose({ id, About }: { id: string; About: AboutSeller }) {
  const seller = useQuery({
    queryKey: ['seller', id],
    queryFn: ({ signal }) => call(getSeller, { params: { id } }, { signal }),
    ...freshness.others,
  })
  return <About seller={seller.data ?? null} />
}

const ALL: BooksOf = {}

function Books({ of = ALL, ...more }: Omit<QueriedBookListProps, 'About'>) {
  const sort = chosenSort(useListPlace().sort, bookSorts)
  const key = ['books', of.category ?? of.sellerId ?? 'all']
  const pages = useQueriedPages<Book>(key, (cursor, signal) => readPage(of, { cursor, sort }, signal), sort, 'others')
  // Nothing waits for the count, and its failure is not worth a word.
  const total = useQuery({
    queryKey: [...key, 'count'],
    queryFn: ({ signal }) =>
      call(countBooks, { query: { category_name: of.category, seller: of.sellerId } }, { signal }),
    ...freshness.others,
  })
  return <BookList pages={pages} total={total.data ?? null} {...more} />
}

function readPage(
  { category, sellerId }: BooksOf,
  query: { cursor: string | undefined; sort: BookSort },
  signal: AbortSignal,
): Promise<Page<Book>> {
  if (sellerId !== undefined) return callPage(listBooksOfSeller, { params: { id: sellerId }, query }, { signal })
  return category === undefined
    ? callPage(listBooks, { query }, { signal })
    : callPage(listBooksOfCategory, { params: { category_name: category }, query }, { signal })
}
