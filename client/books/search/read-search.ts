import type { RouterContextProvider } from 'react-router'
import type { BookCount } from '#contract/books/book-calls.ts'
import { bookSorts } from '#contract/sorts.ts'
import type { BooksOf, CatalogueReads } from '#contract/books/catalogue-reads.ts'
import type { Page } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/list-limits.ts'
import { asQuery } from '#contract/search/query.ts'
import { sortsOf, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchResult, SearchSummary } from '#contract/search/search-calls.ts'
import { readSection, type Section } from '#client/api/screen-services.ts'
import { chosenSort } from '#client/lists/list-place.ts'
import { asCard } from '#client/books/as-shown.ts'
import { asResult } from './as-result.ts'
import { isUnfiltered, readListRequest } from './list-request.ts'

/** Loader data of a server-rendered list of books. */
export interface SearchPage {
  page: Page<SearchResult>
  summary: SearchSummary
  /** Total of an unfiltered list; otherwise the summary has it. */
  total: BookCount | null
}

/** Reads the search page and its filter counts, for a loader. `of`: see `readListRequest`. */
export function readSearch(
  context: Readonly<RouterContextProvider>,
  { searchParams }: URL,
  of?: BooksOf,
): Promise<Section<SearchPage>> {
  const { fromUrl, effective } = readListRequest(searchParams, of)
  const place = { limit: PAGE_SIZE, cursor: searchParams.get('cursor') || undefined }
  const named = searchParams.get('sort')
  return readSection(context, async (reads) => {
    const [page, total, summary] = await Promise.all([
      isUnfiltered(fromUrl)
        ? readAll(reads, of, { ...place, sort: chosenSort(named, bookSorts) })
        : reads.searchBooks({ ...effective, ...place, sort: chosenSort(named, sortsOf(fromUrl)) }),
      isUnfiltered(fromUrl) ? reads.countBooks(of) : null,
      readSummary(reads, effective, searchParams.get('find_location')),
    ])
    const items = page.items.map((result) => ({ ...result, book: asCard(result.book) }))
    return { page: { ...page, items }, total, summary }
  })
}

/** Summary of a search. `find`: text of the locations to offer, which the form of filters sends without scripts. */
async function readSummary(reads: CatalogueReads, request: SearchRequest, find: string | null): Promise<SearchSummary> {
  const summary = await reads.summarizeSearch(request)
  if (!summary.hasMoreLocations || !find) return summary
  const { values } = await reads.findLocations({ ...request, find: asQuery(find) })
  return { ...summary, values: { ...summary.values, location: values } }
}

async function readAll(
  reads: CatalogueReads,
  of: BooksOf = {},
  page: Omit<Parameters<CatalogueReads['listBooks']>[0], 'available'>,
): Promise<Page<SearchResult>> {
  const found = await reads.listBooks({ ...of, ...page, available: 'unsold' })
  return { items: found?.items.map(asResult) ?? [], next: found?.next ?? null }
}
