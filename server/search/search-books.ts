import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import { hasFilters, type SearchRequest, type SearchSort } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { findListedBooks, shapeBook } from '#server/books/books.public.ts'
import { BudgetSpent, unlessSpent } from '#server/database/budget.ts'
import { pageOf, readCursor } from '#server/database/cursor.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { copyFilter, type CopyFilter } from './copy-filter.rules.ts'
import { understand, type Understood } from './plan-search.ts'
import { tsqueryOf, type SearchPlan } from './query.rules.ts'
import { eachOnce, inOrder, rank, type Candidate, type Ranked } from './ranking.rules.ts'
import { rememberFound } from './remember-found.ts'
import { searchOrderings } from './search-orderings.sql.ts'
import {
  listByIsbn,
  listByTitle,
  listCopies,
  listGone,
  listNewest,
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
  return sort === 'relevance' ? pageOfWorks(services, page, understood) : pageOfCopies(services, page, understood)
}

/**
 * The copies that are meant by what was understood. Where a word may be missing, those of the works that are ranked: all
 * of them take long to look up, and are guesses.
 */
export async function meantBy(
  db: Db,
  understood: Exclude<Understood, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<Meant> {
  if (understood.kind === 'everything') return null
  if (understood.kind === 'isbn') return understood
  const { plan } = understood
  return plan.butOne ? { workIds: (await findNewest(db, plan, filter)).map(({ id }) => id) } : { plan }
}

async function pageOfCopies(
  services: SearchServices,
  page: AskedPage,
  understood: Exclude<Understood, { kind: 'nothing' }>,
): Promise<Page<SearchResult>> {
  const ordering = searchOrderings[page.sort]
  const filter = copyFilter(page, services.shop.currency)
  const meant = await meantBy(services.db, understood, hasFilters(page) ? filter : null)
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
  const { works: ranked } = await rankedWorks(services, page, understood, filter)
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

interface RankedWorks {
  /** The best first, as many as are ranked. */
  works: Pick<Ranked, 'id' | 'score' | 'newestAt'>[]
  best: Ranked | null
}

/** Works of which nothing is for sale are among them only where nothing else is asked. */
export function rankedWorks(
  { db }: Pick<Services, 'db'>,
  { q, exact }: Pick<SearchRequest, 'q' | 'exact'>,
  understood: Exclude<Understood, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<RankedWorks> {
  return rememberFound(db, ['ranked', q, exact, filter], async () => {
    const ranked = await rankAll(db, understood, filter)
    return { works: ranked.map(({ id, score, newestAt }) => ({ id, score, newestAt })), best: ranked[0] ?? null }
  })
}

/** The newest works that are ranked; the same whatever the order of the words. */
const findNewest = (db: Db, plan: SearchPlan, filter: CopyFilter | null): Promise<Candidate[]> =>
  rememberFound(db, ['newest', tsqueryOf(plan), plan.phrases, plan.among, filter], () => listNewest(db, plan, filter))

async function rankAll(
  db: Db,
  understood: Exclude<Understood, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<Ranked[]> {
  if (understood.kind === 'everything') return []
  if (understood.kind === 'isbn') return rank(await listByIsbn(db, understood.isbn, filter), [])
  const { plan } = understood
  const { among, butOne, required } = plan
  const title = withoutArticle(plan.wanted.map(({ word }) => word)).join(' ')
  const [newest, byTitle] = await Promise.all([
    unlessSpent(() => findNewest(db, plan, filter)),
    unlessSpent(() => listByTitle(db, plan, filter, title)),
  ])
  const found = eachOnce([...(newest ?? []), ...(byTitle ?? [])])
  // The best that was found in time, if anything was.
  if ((!newest || !byTitle) && found.length === 0) throw new BudgetSpent()
  const isFew = found.length < FEW && filter === null && among === 'works'
  const mayBeGone = isFew && !(butOne && required.length > MOST_WORDS_OF_GONE)
  return rank(mayBeGone ? eachOnce([...found, ...(await listGone(db, plan))]) : found, plan.wanted)
}
/** What is sold is of no use to whom nothing has all of their many words. */
const MOST_WORDS_OF_GONE = 4
/** With fewer, a page has room for what is reserved or sold. */
const FEW = 24

/** What was sold or taken off since it was indexed is left out. */
const shown = ({ items, next }: Page<SearchResult | null>): Page<SearchResult> => ({
  items: items.filter((item) => item !== null),
  next,
})
