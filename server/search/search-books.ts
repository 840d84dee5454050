import type { Page } from '#contract/call.ts'
import type { PageRequest } from '#contract/paging.ts'
import { hasFilters, type SearchRequest, type SearchSort } from '#contract/search/search-request.ts'
import type { SearchResult } from '#contract/search/search-calls.ts'
import { findListedBooks, shapeBook } from '#server/books/books.public.ts'
import { BudgetSpent, unlessSpent } from '#server/database/budget.ts'
import { keysetOf, pageOf } from '#server/database/cursor.ts'
import type { Db } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { copyFilter, type CopyFilter } from './copy-filter.rules.ts'
import { findNewest, interpretQuery, type Interpretation } from './plan-search.ts'
import { titleOf } from './query.rules.ts'
import { eachOnce, inOrder, rank, type Ranked } from './ranking.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { searchOrderings } from './search-orderings.sql.ts'
import {
  listByIsbn,
  listByTitle,
  listCopies,
  listUnavailableWorks,
  listRepresentatives,
  listUnranked,
  MOST_RANKED,
  ofIsbn,
  withWords,
  type CopyScope,
} from './search.sql.ts'
import { findWaitingBooks, withWaiting } from './lag/waiting-books.ts'

export interface SearchServices extends Pick<Services, 'db'> {
  shop: Pick<Services['shop'], 'currency'>
}
export type SearchPageRequest = SearchRequest & PageRequest<SearchSort>

/**
 * One page of search results, with a keyset cursor. By relevance, one copy stands for each work, and a bounded number
 * of works is ranked, so that the cost doesn't grow with the catalogue; the others follow, newest first. In other
 * orders each copy is listed. Results are read from the books themselves, so a copy sold a moment ago isn't shown for
 * sale. While the index is behind, books that it lacks are on the first page, too.
 */
export async function searchBooks(services: SearchServices, asked: SearchPageRequest): Promise<Page<SearchResult>> {
  const sort = asked.sort === 'relevance' && asked.q === '' ? 'newest' : asked.sort
  const page = { ...asked, sort }
  const waiting = asked.cursor === undefined ? await findWaitingBooks(services, asked) : []
  if (waiting.length === 0) return pageOfIndex(services, page)
  // At least half of the page is the index's.
  const limit = page.limit - Math.min(waiting.length, Math.floor(page.limit / 2))
  const { items, next } = await pageOfIndex(services, { ...page, limit })
  return { items: withWaiting(waiting, items, page), next }
}

async function pageOfIndex(services: SearchServices, page: SearchPageRequest): Promise<Page<SearchResult>> {
  const { interpretation } = await interpretQuery(services, page)
  if (interpretation.kind === 'nothing') return { items: [], next: null }
  return page.sort === 'relevance'
    ? pageOfWorks(services, page, interpretation)
    : pageOfCopies(services, page, interpretation)
}

/**
 * Scope of the copies for an interpretation. Where a word may be missing, only copies of the ranked works: looking up
 * all takes long, and they are guesses.
 */
export async function copyScopeOf(
  db: Db,
  interpretation: Exclude<Interpretation, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<CopyScope> {
  if (interpretation.kind === 'everything') return null
  if (interpretation.kind === 'isbn') return interpretation
  const { plan } = interpretation
  return plan.enough !== null ? { workIds: (await findNewest(db, plan, filter)).map(({ id }) => id) } : { plan }
}

async function pageOfCopies(
  services: SearchServices,
  page: SearchPageRequest,
  interpretation: Exclude<Interpretation, { kind: 'nothing' }>,
): Promise<Page<SearchResult>> {
  const filter = copyFilter(page, services.shop.currency)
  const scope = await copyScopeOf(services.db, interpretation, hasFilters(page) ? filter : null)
  const rows = await listCopies(services.db, { scope, filter }, keysetOf(page, searchOrderings[page.sort]))
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
  page: SearchPageRequest,
  interpretation: Exclude<Interpretation, { kind: 'nothing' }>,
): Promise<Page<SearchResult>> {
  const { db, shop } = services
  const { after } = keysetOf(page, searchOrderings.relevance)
  const filter = hasFilters(page) ? copyFilter(page, shop.currency) : null
  const { works: ranked } = await rankedWorks(services, page, interpretation, filter)
  const from = after && { score: Number(after.keys[0]), newestAt: after.keys[1]!, id: after.id }
  const best = (from ? ranked.filter((work) => inOrder(work, from) > 0) : ranked).slice(0, page.limit + 1)
  const rest = await listRest(db, interpretation, filter, { ranked, from, most: page.limit + 1 - best.length })
  const rows = [...best, ...rest]
  const shownWorks = rows.slice(0, page.limit).map(({ id }) => id)
  const representatives = await listRepresentatives(db, shownWorks, filter, standFor(interpretation))
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

/** Score of works beyond those that are ranked. */
const UNRANKED = -1

interface RestOf {
  ranked: RankedWorks['works']
  from: { score: number; newestAt: string; id: string } | null
  most: number
}

/** Works after the ranked ones, newest first. Guesses, and works of one edition, end with those. */
async function listRest(
  db: Db,
  interpretation: Interpretation,
  filter: CopyFilter | null,
  { ranked, from, most }: RestOf,
): Promise<RankedWorks['works']> {
  if (most <= 0 || interpretation.kind !== 'words') return []
  const { plan } = interpretation
  // Of whole texts the newest copies are ranked, and several of them may be of one work.
  const areAllRanked = ranked.length < MOST_RANKED && plan.among === 'works'
  if (plan.enough !== null || plan.isGuess || areAllRanked) return []
  const rest = await listUnranked(db, plan, filter, {
    after: from?.score === UNRANKED ? from : null,
    except: ranked.map(({ id }) => id),
    most,
  })
  return rest.map((work) => ({ ...work, score: UNRANKED }))
}

const standFor = (interpretation: Interpretation) => {
  if (interpretation.kind === 'isbn') return ofIsbn(interpretation.isbn)
  return interpretation.kind === 'words' && interpretation.plan.among === 'texts'
    ? withWords(interpretation.plan)
    : undefined
}

interface RankedWorks {
  /** Best first, at most MOST_RANKED and those found by title. */
  works: Pick<Ranked, 'id' | 'score' | 'newestAt'>[]
  best: Ranked | null
}

/** Ranks the works. Works without a copy for sale are included only where no filter is set. */
export function rankedWorks(
  { db }: Pick<Services, 'db'>,
  { q, exact }: Pick<SearchRequest, 'q' | 'exact'>,
  interpretation: Exclude<Interpretation, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<RankedWorks> {
  return cacheSearchResult(db, ['ranked', q, exact, filter], async () => {
    const ranked = await rankAll(db, interpretation, filter)
    return { works: ranked.map(({ id, score, newestAt }) => ({ id, score, newestAt })), best: ranked[0] ?? null }
  })
}

async function rankAll(
  db: Db,
  interpretation: Exclude<Interpretation, { kind: 'nothing' }>,
  filter: CopyFilter | null,
): Promise<Ranked[]> {
  if (interpretation.kind === 'everything') return []
  if (interpretation.kind === 'isbn') return rank(await listByIsbn(db, interpretation.isbn, filter), [])
  const { plan } = interpretation
  const { among, enough, required } = plan
  const [newest, byTitle] = await Promise.all([
    unlessSpent(() => findNewest(db, plan, filter)),
    unlessSpent(() => listByTitle(db, plan, filter, titleOf(plan))),
  ])
  const found = eachOnce([...(newest ?? []), ...(byTitle ?? [])])
  // Time budget spent: rank what was found, if anything was.
  if ((!newest || !byTitle) && found.length === 0) throw new BudgetSpent()
  const isFew = found.length < FEW && filter === null && among === 'works'
  const withUnavailable = isFew && !(enough !== null && required.length > MOST_WORDS_OF_UNAVAILABLE)
  const all = withUnavailable ? eachOnce([...found, ...(await listUnavailableWorks(db, plan))]) : found
  return rank(all, plan.wanted, plan.isGuess)
}
/** With more required words than these and one missing, unavailable works are not worth showing. */
const MOST_WORDS_OF_UNAVAILABLE = 4
/** With fewer results a page has room for reserved and sold copies. */
const FEW = 24

/** Drops copies that were sold or removed since they were indexed. */
const shown = ({ items, next }: Page<SearchResult | null>): Page<SearchResult> => ({
  items: items.filter((item) => item !== null),
  next,
})
