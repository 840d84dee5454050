import type { CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { CircuitBreaker } from './database/circuit-breaker.ts'
import type { Replicas } from './database/replicas/replicas.ts'
import type { Services } from './services.ts'
import { describeBook } from './books/describe-book.ts'
import { countBooks, findBook, findBooksOfCategory, listAdvertisedBooks, listBooks } from './books/list-books.ts'
import { findSeller } from './books/sellers/find-seller.ts'
import { findLaterSlug, listCategoryRows } from './categories/categories.public.ts'
import { findRelatedBooks } from './search/find-related-books.ts'
import { searchBooks, type SearchServices } from './search/search-books.ts'
import { listWanted } from './wants/sum-up-wanted.ts'
import { findLocations, summarizeSearch } from './search/summarize-search.ts'

/**
 * Read use cases for server-rendered screens, in process, answered by a replica where there is one; they reject with
 * `Unanswered` when the circuit breaker opens.
 */
export function catalogueReads(
  services: SearchServices & Pick<Services, 'clock'>,
  breaker: CircuitBreaker,
  replicas: Replicas | null = null,
): CatalogueReads {
  return guarded(breaker, replicas, {
    listCategories: () => listCategoryRows(services.db),
    findLaterCategory: (slug) => findLaterSlug(services.db, slug),
    listBooks: ({ category, sellerId, available, sort = 'newest', ...page }) =>
      category === undefined
        ? listBooks(services, { sellerId, available }, { ...page, sort })
        : findBooksOfCategory(services, { category, available }, { ...page, sort }),
    countBooks: (of) => countBooks(services, of),
    listAdvertisedBooks: () => listAdvertisedBooks(services),
    findBook: (id) => findBook(services, id),
    describeBook: (book) => describeBook(services, book),
    findRelatedBooks: (book) => findRelatedBooks(services, book),
    listWanted: () => listWanted(services),
    findSeller: (id) => findSeller(services, id),
    searchBooks: (request) => searchBooks(services, request),
    summarizeSearch: (request) => summarizeSearch(services, request),
    findLocations: (request) => findLocations(services, request),
  })
}

function guarded(breaker: CircuitBreaker, replicas: Replicas | null, reads: CatalogueReads): CatalogueReads {
  const entries = Object.entries(reads).map(([name, read]: [string, (...given: never[]) => Promise<unknown>]) => [
    name,
    (...given: never[]) => breaker.orUnanswered(replicas ? replicas.within(() => read(...given)) : read(...given)),
  ])
  return Object.fromEntries(entries) as CatalogueReads
}
