import { useQuery } from '@tanstack/react-query'
import { countBooks, listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import { bookSorts, type BookSort } from '#contract/books/book-sorts.ts'
import type { Book } from '#contract/books/books.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { getSeller, listBooksOfSeller } from '#contract/books/sellers.ts'
import type { Page } from '#contract/call.ts'
import { searchBooks, summarizeSearch } from '#contract/search/search-calls.ts'
import { searchParamsOf, sortsOf } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { call, callPage } from '#client/api/call.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { asResults } from '#client/books/search/as-results.ts'
import { isWhole } from '#client/books/search/list-request.ts'
import { SearchList, type AboutSeller, type ListWords } from '#client/books/search/search-list.tsx'
import { useListRequest } from '#client/books/search/use-list-request.ts'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { freshness, useQueriedPages } from '#client/lists/queried/use-queried-pages.ts'
import { SignedIn } from '#client/session/signed-in.tsx'

interface QueriedSearchProps {
  of?: BooksOf | undefined
  words: ListWords
  About?: AboutSeller | undefined
  Action: BookAction
}

/** The same where only members see it: the browser reads it, which visitors of an open catalogue needn't load. */
export default function QueriedSearch({ About, ...props }: QueriedSearchProps) {
  const what = props.of === undefined ? 'Searching the books' : 'The list of books'
  return (
    <SignedIn what={`${what} is for members, and signing in`}>
      {About && props.of?.sellerId !== undefined && <Whose id={props.of.sellerId} About={About} />}
      <Found {...props} />
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

function Found({ of, ...more }: Omit<QueriedSearchProps, 'About'>) {
  const { said, asked } = useListRequest(of)
  const named = useListPlace().sort
  const sort = chosenSort(named, sortsOf(said))
  const key = ['books', of?.category ?? of?.sellerId ?? 'all', searchParamsOf(said).toString()]
  const read = async (cursor: string | undefined, signal: AbortSignal): Promise<Page<SearchResult>> =>
    isWhole(said)
      ? asResults(await readAll(of, { cursor, sort: chosenSort(named, bookSorts) }, signal))
      : callPage(searchBooks, { query: { ...asked, cursor, sort } }, { signal })
  const pages = useQueriedPages<SearchResult>(key, read, sort, 'others')
  // Nothing waits for these, and their failure is not worth a word.
  const summary = useQuery({
    queryKey: [...key, 'summary'],
    queryFn: ({ signal }) => call(summarizeSearch, { query: asked }, { signal }),
    ...freshness.others,
  })
  const total = useQuery({
    queryKey: [...key, 'count'],
    queryFn: ({ signal }) =>
      call(countBooks, { query: { category_name: of?.category, seller: of?.sellerId } }, { signal }),
    enabled: isWhole(said),
    ...freshness.others,
  })
  return (
    <SearchList
      of={of}
      request={said}
      pages={pages}
      summary={summary.data ?? null}
      total={total.data ?? null}
      {...more}
    />
  )
}

function readAll(
  { category, sellerId }: BooksOf = {},
  query: { cursor: string | undefined; sort: BookSort },
  signal: AbortSignal,
): Promise<Page<Book>> {
  if (sellerId !== undefined) return callPage(listBooksOfSeller, { params: { id: sellerId }, query }, { signal })
  return category === undefined
    ? callPage(listBooks, { query }, { signal })
    : callPage(listBooksOfCategory, { params: { category_name: category }, query }, { signal })
}
