import { useState } from 'react'
import { countBooks, listBooks, listBooksOfCategory } from '#contract/books/book-calls.ts'
import { bookSorts, type BookSort } from '#contract/sorts.ts'
import type { BooksOf } from '#contract/books/catalogue-reads.ts'
import { getSeller, listBooksOfSeller } from '#contract/books/sellers.ts'
import type { Call } from '#contract/call.ts'
import { searchBooks, summarizeSearch } from '#contract/search/search-calls.ts'
import { sortsOf } from '#contract/search/search-request.ts'
import type { InputOf } from '#client/api/send.ts'
import type { BookAction } from '#client/books/book-card.tsx'
import { asResult } from '#client/books/search/as-result.ts'
import { isUnfiltered } from '#client/books/search/list-request.ts'
import { CardSkeletons, SearchList, type AboutSeller, type ListWords } from '#client/books/search/search-list.tsx'
import { useListRequest } from '#client/books/search/use-list-request.ts'
import { chosenSort, useListPlace } from '#client/lists/list-place.ts'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { SignedIn } from '#client/session/signed-in.tsx'
import { useCall } from '#client/session/use-call.ts'

/** Cache settings that leave a list unchanged under its reader, also after Back: a card may have an open dialog. */
const asLeft = { isSteady: true, staleTime: 5 * 60_000, refetchOnWindowFocus: false }

interface QueriedSearchProps {
  of?: BooksOf | undefined
  words: ListWords
  About?: AboutSeller | undefined
  Action: BookAction
}

/** List of books for members only: read by the browser, and code-split from the public list. */
export default function QueriedSearch({ About, ...props }: QueriedSearchProps) {
  const what = props.of === undefined ? 'Searching the books' : 'The list of books'
  const sellerId = props.of?.sellerId
  return (
    <SignedIn what={`${what} is for members, and signing in`}>
      {About && sellerId !== undefined ? <OfSeller id={sellerId} About={About} {...props} /> : <Found {...props} />}
    </SignedIn>
  )
}

/** Seller's heading and books. The list reports failures, since it asks the same server. */
function OfSeller({ id, About, ...list }: Omit<QueriedSearchProps, 'About'> & { id: string; About: AboutSeller }) {
  const seller = useCall(getSeller, { params: { id } }, asLeft)
  return (
    <>
      <About seller={seller.data ?? null} />
      <Found {...list} isHeld={seller.isPending} />
    </>
  )
}

/** The list, at first all of it at once, so that no part moves another. `isHeld`: what stands above isn't there yet. */
function Found({ of, isHeld = false, ...more }: Omit<QueriedSearchProps, 'About'> & { isHeld?: boolean }) {
  const { fromUrl, effective } = useListRequest(of)
  const named = useListPlace().sort
  const sort = chosenSort(named, sortsOf(fromUrl))
  const list: CallOfList = isUnfiltered(fromUrl)
    ? listAll(of, { sort: chosenSort(named, bookSorts) })
    : { declared: searchBooks, input: { query: { ...effective, sort } } }
  const pages = usePagedCall(list.declared, list.input, { ...asLeft, keepsPrevious: false })
  // Summary and total are optional: their failures are ignored.
  const summary = useCall(summarizeSearch, { query: effective }, asLeft)
  const total = useCall(
    countBooks,
    { query: { category_name: of?.category, seller: of?.sellerId } },
    { enabled: isUnfiltered(fromUrl), ...asLeft },
  )
  const isThere = !isHeld && Boolean(pages.items ?? pages.error) && !summary.isPending
  const [wasThere, setWasThere] = useState(isThere)
  if (isThere && !wasThere) setWasThere(true)
  if (!wasThere) return isHeld ? null : <CardSkeletons />
  return (
    <SearchList
      of={of}
      request={fromUrl}
      pages={{ ...pages, items: pages.items?.map(asResult) }}
      summary={summary.data ?? null}
      total={total.data ?? null}
      again={() => {
        pages.refetch()
        void summary.refetch()
      }}
      {...more}
    />
  )
}

/** Call with its input. */
type Asked<C extends Call> = C extends Call ? { declared: C; input: InputOf<C> } : never
type CallOfList = Asked<typeof searchBooks | typeof listBooks | typeof listBooksOfCategory | typeof listBooksOfSeller>

function listAll({ category, sellerId }: BooksOf = {}, query: { sort: BookSort }): CallOfList {
  if (sellerId !== undefined) return { declared: listBooksOfSeller, input: { params: { id: sellerId }, query } }
  return category === undefined
    ? { declared: listBooks, input: { query } }
    : { declared: listBooksOfCategory, input: { params: { category_name: category }, query } }
}
