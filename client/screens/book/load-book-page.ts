import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import type { BookNotes } from '#contract/books/book-notes.ts'
import { bookPath, bookSlug } from '#contract/books/book-path.ts'
import type { Book } from '#contract/books/books.ts'
import type { RelatedBooks } from '#contract/search/related-books.ts'
import { readSection } from '#client/api/screen-services.ts'
import { asCover, type CoverInRowFacts } from '#client/books/as-shown.ts'
import { loadBook } from '#client/books/load-book.ts'

/** Related books as the page shows them: copies with all of their facts, others as covers. */
export type ShownRelated = Pick<RelatedBooks, 'copies' | 'copyCount'> &
  Record<'ofSeller' | 'similar', CoverInRowFacts[]>

/** Fallback when related books can't be read: the page works without them. */
const nothing: ShownRelated = { copies: [], copyCount: 0, ofSeller: [], similar: [] }

const asShown = ({ ofSeller, similar, ...copies }: RelatedBooks): ShownRelated => ({
  ...copies,
  ofSeller: ofSeller.map(asCover),
  similar: similar.map(asCover),
})

/** The same for notes: what the seller wrote. */
const plainNotes = ({ author, description, isbn }: Book): BookNotes => ({
  authors: [author],
  callNumber: '',
  description,
  isbn,
  series: null,
  isLongGone: false,
})

/** Loads a book, its seller and related books. An address with an outdated title redirects to the current address. */
export async function loadBookPage({ context, params: { advertiseId = '', slug }, request }: LoaderFunctionArgs) {
  const book = await loadBook(context, advertiseId)
  if (!book) return data({ id: advertiseId, book, notes: null, seller: null, related: nothing }, { status: 503 })
  if (slug !== undefined && slug !== bookSlug(book.title))
    throw redirect(bookPath(book) + new URL(request.url).search, 301)
  const [notes, seller, related] = await Promise.all([
    readSection(context, (reads) => reads.describeBook(book)),
    readSection(context, (reads) => reads.findSeller(book.seller.id)),
    readSection(context, (reads) => reads.findRelatedBooks(book)),
  ])
  return data({
    id: advertiseId,
    book,
    notes: notes.ok ? notes.value : plainNotes(book),
    seller: seller.ok ? seller.value : null,
    related: related.ok ? asShown(related.value) : nothing,
  })
}
