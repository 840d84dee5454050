import { hasFilters, noFilters, type SearchRequest } from '#contract/search/search-request.ts'
import type { Locations, SearchSummary } from '#contract/search/search-calls.ts'
import type { Services } from '#server/services.ts'
import { readingIndex } from '#server/database/buckets/shown-buckets.ts'
import { unlessSpent } from '#server/database/budget.ts'
import { copyFilter } from './copy-filter.rules.ts'
import { countFacets, type FacetCounts } from './facets/count-facets.ts'
import { listLocations, shapeFacets } from './facets/facet-values.ts'
import { readIndexLag } from './lag/index-lag.ts'
import { findWaitingBooks } from './lag/waiting-books.ts'
import { interpretQuery, type InterpretedQuery } from './plan-search.ts'
import { likeness, parseQuery, type Wanted } from './query.rules.ts'
import type { Ranked } from './ranking.rules.ts'
import { cacheSearchResult } from './search-cache.ts'
import { copyScopeOf, rankedWorks, type SearchServices } from './search-books.ts'
import { MOST_RANKED } from './search.sql.ts'
import { whyNever } from './understood/never-matches.rules.ts'
import { indexedWords } from './words.rules.ts'

/**
 * Summary of a search: how its words were read, how many copies for sale match, and the facet counts, exact or marked as
 * estimates, as all are while the index is behind.
 */
export function summarizeSearch(services: SearchServices, request: SearchRequest): Promise<SearchSummary> {
  return readingIndex(() => summarize(services, request))
}

async function summarize(services: SearchServices, request: SearchRequest): Promise<SearchSummary> {
  const [ofIndex, { isBehind }, { length: waiting }] = await Promise.all([
    summarizeIndex(services, request),
    readIndexLag(services.db),
    findWaitingBooks(services, request),
  ])
  if (!isBehind) return { ...ofIndex, isBehind }
  // Books that the index lacks have the words as typed: the note of a correction would be wrong.
  const found = waiting > 0 ? { ...ofIndex, ...NOTHING, guilty: null } : ofIndex
  return { ...found, isBehind, count: found.count + waiting, isAbout: true }
}

async function summarizeIndex(
  services: SearchServices,
  request: SearchRequest,
): Promise<Omit<SearchSummary, 'isBehind'>> {
  const isWrongIsbn = parseQuery(request.q).isWrongIsbn
  const canMatch = whyNever(request) === null
  const interpreted = await unlessSpent(() => interpretQuery(services, request))
  if (!interpreted) return { ...NOTHING, isWrongIsbn, canMatch, isCutShort: true, ...NOTHING_COUNTED }
  const [rewording, counted] = await Promise.all([
    unlessSpent(() => rewordingOf(services, request, interpreted)),
    unlessSpent(async () => shapeFacets(services.db, await countAll(services, request, interpreted), request)),
  ])
  const isCutShort = rewording === null || counted === null
  return { ...(rewording ?? NOTHING), isWrongIsbn, canMatch, isCutShort, ...(counted ?? NOTHING_COUNTED) }
}

/** Locations with this text in them, with the number of copies that each would leave. */
export async function findLocations(
  services: SearchServices,
  { find, ...request }: SearchRequest & { find: string },
): Promise<Locations> {
  const { values } = await countAll(services, request, await interpretQuery(services, request))
  return listLocations(services.db, values.location, find)
}

type Counts = Omit<SearchSummary, keyof Rewording | 'isWrongIsbn' | 'isCutShort' | 'isBehind' | 'canMatch'>
const NOTHING_COUNTED: Counts = {
  count: 0,
  isAbout: true,
  values: { category: [], condition: [], language: [], binding: [], location: [], verified: null, photo: null },
  about: [],
  hasMoreLocations: false,
  guilty: null,
}

/** Facet counts, cached. */
function countAll(
  services: SearchServices,
  request: SearchRequest,
  { parsed, interpretation }: InterpretedQuery,
): Promise<FacetCounts> {
  const question = [parsed, { ...request, q: request.q === '' }]
  return cacheSearchResult(services.db, ['counted', question], async () => {
    const filter = copyFilter(request, services.shop.currency)
    if (interpretation.kind === 'nothing') return countFacets(services.db, { workIds: [] }, filter)
    const base = copyFilter({ ...noFilters, seller: request.seller }, services.shop.currency)
    const scope = await copyScopeOf(services.db, interpretation, request.seller === '' ? null : base)
    const counts = await countFacets(services.db, scope, filter)
    if (scope === null || !('workIds' in scope)) return counts
    const isGuess = interpretation.kind === 'words' && interpretation.plan.isGuess
    if (!isGuess && scope.workIds.length < MOST_RANKED) return counts
    const values = asEstimates(counts.values)
    if (!hasFilters(request)) return { ...counts, values }
    // With a word missing, only so many works are looked at; others may pass a filter, and the list has these.
    const listed = await copyScopeOf(services.db, interpretation, filter)
    return { ...(await countFacets(services.db, listed, filter)), values }
  })
}

const asEstimates = (values: FacetCounts['values']) =>
  Object.fromEntries(
    Object.entries(values).map(([facet, tally]) => [facet, tally && { ...tally, isAbout: true }]),
  ) as FacetCounts['values']

type Rewording = Pick<SearchSummary, 'shownFor' | 'without'>
const NOTHING: Rewording = { shownFor: null, without: [] }

/** Names the words that were searched instead, as the best result has them, and those that were left out. */
async function rewordingOf(
  services: Pick<Services, 'db'>,
  asked: SearchRequest,
  { interpretation }: InterpretedQuery,
): Promise<Rewording> {
  if (interpretation.kind !== 'words' || interpretation.plan.among === 'texts') return NOTHING
  const { wanted, required, isGuess } = interpretation.plan
  if (!isGuess && wanted.every((one) => one.weight === 0 || required.includes(one))) return NOTHING
  const { best } = await rankedWorks(services, asked, interpretation, null)
  if (!best) return NOTHING
  const found = wanted.map((one) => ({ ...one, matched: matchIn(one, best) }))
  const isAnother = found.some(({ word, matched }) => matched !== null && matched !== word)
  const shown = found.flatMap(({ matched }) => matched ?? []).join(' ')
  return {
    shownFor: isAnother ? shown : null,
    without: found.filter(({ weight, matched }) => weight > 0 && matched === null).map(({ word }) => word),
  }
}

/** Matches a wanted word with a word of the work: exactly, as its prefix, or in another spelling. */
function matchIn(wanted: Wanted, { titleWords, authorWords }: Ranked): string | null {
  const words = indexedWords(`${titleWords} ${authorWords}`.split(' '))
  if (words.some((word) => likeness(wanted, word) === 0 || likeness(wanted, word) === 1)) return wanted.word
  return words.find((word) => likeness(wanted, word) === 2) ?? null
}
