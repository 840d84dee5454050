import { data, type LoaderFunctionArgs } from 'react-router'
import type { RelatedBooks } from '#contract/search/related-books.ts'
import { readSection } from '#client/api/screen-services.ts'
import { loadBook } from '#client/books/load-book.ts'

/** None where it can't be read: the page is about another book. */
const nothing: RelatedBooks = { copies: [], copyCount: 0, ofSeller: [], similar: [] }

/** A book, who sells it, and what else is for sale. */
export async function loadBookPage({ context, params: { advertiseId = '' } }: LoaderFunctionArgs) {
  const book = await loadBook(context, advertiseId)
  if (!book) return data({ id: advertiseId, book, seller: null, related: nothing }, { status: 503 })
  const [seller, related] = await Promise.all([
    readSection(context, (reads) => reads.findSeller(book.seller.id)),
    readSection(context, (reads) => reads.findRelatedBooks(book)),
  ])
  return data({
    id: advertiseId,
    book,
    seller: seller.ok ? seller.value : null,
    related: related.ok ? related.value : nothing,
  })
}
