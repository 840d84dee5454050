import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import { bookPath, bookSlug } from '#contract/books/book-path.ts'
import type { RelatedBooks } from '#contract/search/related-books.ts'
import { readSection } from '#client/api/screen-services.ts'
import { loadBook } from '#client/books/load-book.ts'

/** None where it can't be read: the page is about another book. */
const nothing: RelatedBooks = { copies: [], copyCount: 0, ofSeller: [], similar: [] }

/** A book, who sells it, and what else is for sale. The address of another title leads to the one that it has now. */
export async function loadBookPage({ context, params: { advertiseId = '', slug }, request }: LoaderFunctionArgs) {
  const book = await loadBook(context, advertiseId)
  if (!book) return data({ id: advertiseId, book, seller: null, related: nothing }, { status: 503 })
  if (slug !== undefined && slug !== bookSlug(book.title))
    throw redirect(bookPath(book) + new URL(request.url).search, 301)
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
