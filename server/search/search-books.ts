import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import { hasFilters, type SearchRequest, type SearchSort } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-results.ts'
import { findListedBooks, shapeBook } from '#server/books/books.public.ts'
import { pageOf, readCursor } from '#server/database/cursor.ts'
import type { Services } from '#server/services.ts'
import { copyFilter, type CopyFilter } from './copy-filter.rules.ts'
import { understand, type Understood } from './plan-search.ts'
import { eachOnce, inOrder, rank, type Ranked } from './ranking.rules.ts'
import { rememberFound } from './remember-found.ts'
import { searchOrderings } from './search-orderings.sql.ts'
import {
  listByIsbn,
  listCandidates,
  listCopies,
  listGone,
  listRepresentatives,
  ofIsbn,
  withWords,
  type Meant,
} from './search.sql.ts'
import { withoutArticle } from './words.rules.ts'

export interface SearchServices extends Pick<Services, 'db'> {
  shop: Pick<Services['shop'], 'currency'>
}
export type AskedPage = SearchRequest & PageRequest<SearchSort>

/**
 * One page of what a search finds. By relevance, one copy stands for each work, and as many works are ranked as that
 * costs the same however many there are; in the other orders each copy stands for itself, and all are listed. What is
 * shown is read from the books themselves, so that nothing is shown for sale that was sold a moment ago.
 */
export async function searchBooks(services: SearchServices, asked: AskedPage): Promise<Page<SearchResult>> {
  const sort = asked.sort === 'relevance' && asked.q === '' ? 'newest' : asked.sort
  const page = { ...asked, sort }
  const { understood } = await understand(services, asked)
  if (understood.kind === 'nothing') return { items: [], next: null }
  return sort === 'relevance'
    ? pageOfWorks(services, page, understood)
    : pageOfCopies(services, page, meantBy(understood))
}

/** The copies that are meant by what was understood. */
export const meantBy = (understood: Exclude<Understood, { kind: 'nothing' }>): Meant =>
  understood.kind === 'everything' ? null : understood.kind === 'isbn' ? understood : { plan: understood.plan }

async function pageOfCopies(services: SearchServices, page: AskedPage, meant: Meant): Promise<Page<SearchResult>> {
  const ordering = searchOrderings[page.sort]
  const filter = copyFilter(page, services.shop.currency)
  const rows = await listCopies(services.db, { meant, filter }, ordering, page.limit, readCursor(page, ordering))
  const books = await findListedBooks(
    services.db,
    rows.map(({ id }) => id),
  )
  return shown(
    pageOf(rows, page, ({ id }) => {
      const book = books.get(id)
      return book?.state === 'unsold' ? { id, book: shapeBook(book), others: 0, lowestPrice: null } : null
    }),
  )
}

async function pageOfWorks(
  services: SearchServices,
  page: AskedPage,
  understood: Exclude<Understood, { kind: 'nothing' }>,
): Promise<Page<SearchResult>> {
  const { db, shop } = services
  const after = readCursor(page, searchOrderings.relevance)
  const filter = hasFilters(page) ? copyFilter(page, shop.currency) : null
  const ranked = await rememberFound(db, ['ranked', page.q, page.exact, filter], async () =>
    (await rankedWorks(services, understood, filter)).map(({ id, score, newestAt }) => ({ id, score, newestAt })),
  )
  const from = after && { score: Number(after.keys[0]), newestAt: after.keys[1]!, id: after.id }
  const rows = (from ? ranked.filter((work) => inOrder(work, from) > 0) : ranked).slice(0, page.limit + 1)
  const shownWorks = rows.slice(0, page.limit).map(({ id }) => id)
  const representatives = await listRepresentatives(db, shownWorks, filter, standFor(understood))
  const books = await findListedBooks(
    db,
    representatives.map(({ bookId }) => bookId),
  )
  const byWork = new Map(representatives.map((one) => [one.workId, one]))
  const keyed = rows.map(({ id, score, newestAt }) => ({ id, sortKey: String(score), sortKey2: newestAt }))
  return shown(
    pageOf(keyed, page, ({ id }) => {
      const { bookId = '', copies = 0, lowestPrice = null } = byWork.get(id) ?? {}
      const book = books.get(bookId)
      if (!book) return null
      const lowest = lowestPrice === null ? null : { minor: lowestPrice, currency: book.currency }
      return { id: bookId, book: shapeBook(book), others: Math.max(0, copies - 1), lowestPrice: lowest }
    }),
  )
}

const standFor = (understood: Understood) => {
  if (understood.kind === 'isbn') return ofIsbn(understood.isbn)
  return understood.kind === 'words' && understood.plan.among === 'texts' ? withWords(understood.plan) : undefined
}

/** The best works first, as many as are ranked; works of which nothing is for sale only where nothing else is asked. */
export async function rankedWorks(
  { db }: Pick<Services, 'db'>,
  understood: Exclude<Understood, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<Ranked[]> {
  if (understood.kind === 'everything') return []
  if (understood.kind === 'isbn') return rank(await listByIsbn(db, understood.isbn, filter), [])
  const { plan } = understood
  const title = withoutArticle(plan.wanted.map(({ word }) => word)).join(' ')
  const found = await listCandidates(db, plan, { filter, title })
  const isFew = found.length < FEW && filter === null && plan.among === 'works'
  return rank(isFew ? eachOnce([...found, ...(await listGone(db, plan))]) : found, plan.wanted)
}
/** With fewer, a page has room for what is reserved or sold. */
const FEW = 24

/** What was sold or taken off since it was indexed is left out. */
const shown = ({ items, next }: Page<SearchResult | null>): Page<SearchResult> => ({
  items: items.filter((item) => item !== null),
  next,
})
