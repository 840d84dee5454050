import type { BookCount } from './book-calls.ts'
import type { BookSort } from '#contract/sorts.ts'
import type { BookNotes } from './book-notes.ts'
import type { Book } from './books.ts'
import type { Page } from '#contract/call.ts'
import type { Category } from './categories.ts'
import type { PageRequest } from '#contract/paging.ts'
import type { RelatedBooks } from '#contract/search/related-books.ts'
import type { SearchRequest, SearchSort } from '#contract/search/search-request.ts'
import type { Locations, SearchResult, SearchSummary } from '#contract/search/search-calls.ts'
import type { Seller } from './sellers.ts'
import type { Wanted } from '#contract/wants/wanted.ts'

/** Which books a list is about: all of them, those of a category, or those of a seller. */
export interface BooksOf {
  category?: string | undefined
  sellerId?: string | undefined
}

/**
 * What server-rendered screens read, in process: the server's own read use cases, never over HTTP. It is the
 * public face of the catalogue, the same for everyone.
 */
export interface CatalogueReads {
  listCategories(): Promise<Category[]>
  /** Where a category's books went that had this address once. */
  findLaterCategory(slug: string): Promise<string | null>
  /** Newest first unless sorted otherwise; null for an unknown category. */
  listBooks(
    request: Omit<PageRequest<BookSort>, 'sort'> &
      BooksOf & {
        available: 'unsold' | 'all'
        sort?: BookSort | undefined
      },
  ): Promise<Page<Book> | null>
  /** How many of them are for sale; null for an unknown category. */
  countBooks(of?: BooksOf): Promise<BookCount | null>
  listAdvertisedBooks(): Promise<Book[]>
  findBook(id: string): Promise<Book | null>
  /** What a book's page says beside its facts. */
  describeBook(book: Book): Promise<BookNotes>
  /** Related books that are for sale. */
  findRelatedBooks(book: Book): Promise<RelatedBooks>
  searchBooks(request: SearchRequest & PageRequest<SearchSort>): Promise<Page<SearchResult>>
  summarizeSearch(request: SearchRequest): Promise<SearchSummary>
  /** Locations with a text in them, with the number of copies of the search. */
  findLocations(request: SearchRequest & { find: string }): Promise<Locations>
  /** What several members look for; most people first. */
  listWanted(): Promise<Wanted[]>
  /** Null for who sells nothing here, or not any more. */
  findSeller(id: string): Promise<Seller | null>
}
