import { MOST_COUNTED } from '#contract/list-limits.ts'
import { noFilters, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchSummary } from '#contract/search/search-calls.ts'
import type { Services } from '#server/services.ts'
import { unlessSpent } from '#server/database/budget.ts'
import { copyFilter } from './copy-filter.rules.ts'
import { countCopies, listFacts } from './count-copies.sql.ts'
import { countValues, blockingFilter } from './facets.rules.ts'
import { inOneOrder, interpretQuery, type InterpretedQuery, type Interpretation } from './plan-search.ts'
import { likeness, parseQuery, type Wanted } from './query.rules.ts'
import type { Ranked } from './ranking.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { copyScopeOf, rankedWorks, type SearchServices } from './search-books.ts'
import { MOST_RANKED } from './search.sql.ts'

/**
 * Summary of a search: how its words were read, how many copies for sale match, and the facet counts. The newest
 * matching copies are counted, up to a limit; beyond it the counts say "or more".
 */
export async function summarizeSearch(services: SearchServices, request: SearchRequest): Promise<SearchSummary> {
  const isWrongIsbn = parseQuery(request.q).isWrongIsbn
  const interpreted = await unlessSpent(() => interpretQuery(services, request))
  if (!interpreted) return { ...NOTHING, isWrongIsbn, isCutShort: true, ...NOTHING_COUNTED }
  const question = [inOneOrder(interpreted.parsed), interpreted.parsed.isbn, { ...request, q: request.q === '' }]
  const [rewording, counted] = await Promise.all([
    unlessSpent(() => rewordingOf(services, request, interpreted)),
    unlessSpent(() =>
      cacheSearchResult(services.db, ['counted', question], () =>
        countAll(services, request, interpreted.interpretation),
      ),
    ),
  ])
  const isCutShort = rewording === null || counted === null
  return { ...(rewording ?? NOTHING), isWrongIsbn, isCutShort, ...(counted ?? NOTHING_COUNTED) }
}

type Counts = Pick<SearchSummary, 'count' | 'orMore' | 'values' | 'guilty'>
const NOTHING_COUNTED: Counts = {
  count: 0,
  orMore: true,
  values: { category: [], condition: [], language: [], binding: [], location: [], verified: 0, photo: 0 },
  guilty: null,
}

async function countAll(
  services: SearchServices,
  request: SearchRequest,
  interpretation: Interpretation,
): Promise<Counts> {
  const filter = copyFilter(request, services.shop.currency)
  const base = copyFilter({ ...noFilters, seller: request.seller }, services.shop.currency)
  const scope =
    interpretation.kind === 'nothing'
      ? null
      : await copyScopeOf(services.db, interpretation, request.seller === '' ? null : base)
  const facts = interpretation.kind === 'nothing' ? [] : await listFacts(services.db, scope, base, MOST_COUNTED + 1)
  // With a word missing, only the ranked works are counted.
  const areMore = scope !== null && 'workIds' in scope && scope.workIds.length >= MOST_RANKED
  const orMore = areMore || facts.length > MOST_COUNTED
  const counted = countValues(facts.slice(0, MOST_COUNTED), filter)
  // None of the counted copies passes the filter, but others may.
  const isOther = orMore && counted.count === 0
  const count = isOther ? await countCopies(services.db, scope, filter, MOST_COUNTED + 1) : counted.count
  return {
    count: Math.min(count, MOST_COUNTED),
    orMore: isOther ? count > MOST_COUNTED : orMore,
    values: counted.values,
    guilty: count > 0 ? null : blockingFilter(counted),
  }
}

type Rewording = Pick<SearchSummary, 'shownFor' | 'without'>
const NOTHING: Rewording = { shownFor: null, without: [] }

/** Names the words that were searched instead, as the best result has them. */
async function rewordingOf(
  services: Pick<Services, 'db'>,
  asked: SearchRequest,
  { interpretation }: InterpretedQuery,
): Promise<Rewording> {
  if (interpretation.kind !== 'words') return NOTHING
  const { wanted, required, butOne, among } = interpretation.plan
  const areAll = !butOne && required.length === wanted.length
  if (among === 'texts' || (areAll && wanted.every(({ spellings }) => spellings.length === 0))) return NOTHING
  const { best } = await rankedWorks(services, asked, interpretation, null)
  if (!best) return NOTHING
  const found = wanted.map((one) => ({ typed: one.word, matched: matchIn(one, best) }))
  const isAnother = found.some(({ typed, matched }) => matched !== null && matched !== typed)
  return {
    shownFor: isAnother ? found.flatMap(({ matched }) => matched ?? []).join(' ') : null,
    without: found.filter(({ matched }) => matched === null).map(({ typed }) => typed),
  }
}

/** Matches a wanted word with a word of the work: exactly, as its prefix, or in another spelling. */
function matchIn(wanted: Wanted, { titleWords, authorWords }: Ranked): string | null {
  const words = `${titleWords} ${authorWords}`.split(' ')
  if (words.some((word) => likeness(wanted, word) === 0 || likeness(wanted, word) === 1)) return wanted.word
  return words.find((word) => likeness(wanted, word) === 2) ?? null
}
