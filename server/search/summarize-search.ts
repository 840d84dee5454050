import { MOST_COUNTED } from '#contract/list-limits.ts'
import { noFilters, type SearchRequest } from '#contract/search/search-request.ts'
import type { SearchSummary } from '#contract/search/search-calls.ts'
import type { Services } from '#server/services.ts'
import { unlessSpent } from '#server/database/budget.ts'
import { copyFilter } from './copy-filter.rules.ts'
import { countCopies, listFacts } from './count-copies.sql.ts'
import { countValues, guiltyOf } from './facets.rules.ts'
import { inOneOrder, understand, type Understanding, type Understood } from './plan-search.ts'
import { likeness, parseQuery, type Wanted } from './query.rules.ts'
import type { Ranked } from './ranking.rules.ts'
import { rememberFound } from './remember-found.ts'
import { meantBy, rankedWorks, type SearchServices } from './search-books.ts'
import { MOST_RANKED } from './search.sql.ts'

/**
 * What was understood, how many copies for sale fit, and how many each further value of a filter leaves. The newest that
 * have the words are counted, up to a limit; beyond it the counts say "or more".
 */
export async function summarizeSearch(services: SearchServices, request: SearchRequest): Promise<SearchSummary> {
  const isWrongIsbn = parseQuery(request.q).isWrongIsbn
  const understanding = await unlessSpent(() => understand(services, request))
  if (!understanding) return { ...NOTHING, isWrongIsbn, isCutShort: true, ...NOTHING_COUNTED }
  const question = [inOneOrder(understanding.parsed), understanding.parsed.isbn, { ...request, q: request.q === '' }]
  const [said, counted] = await Promise.all([
    unlessSpent(() => wordsOfUnderstanding(services, request, understanding)),
    unlessSpent(() =>
      rememberFound(services.db, ['counted', question], () => countAll(services, request, understanding.understood)),
    ),
  ])
  const isCutShort = said === null || counted === null
  return { ...(said ?? NOTHING), isWrongIsbn, isCutShort, ...(counted ?? NOTHING_COUNTED) }
}

type Counts = Pick<SearchSummary, 'count' | 'orMore' | 'values' | 'guilty'>
const NOTHING_COUNTED: Counts = {
  count: 0,
  orMore: true,
  values: { category: [], condition: [], language: [], binding: [], location: [], verified: 0, photo: 0 },
  guilty: null,
}

async function countAll(services: SearchServices, request: SearchRequest, understood: Understood): Promise<Counts> {
  const filter = copyFilter(request, services.shop.currency)
  const base = copyFilter({ ...noFilters, seller: request.seller }, services.shop.currency)
  const meant =
    understood.kind === 'nothing' ? null : await meantBy(services.db, understood, request.seller === '' ? null : base)
  const facts = understood.kind === 'nothing' ? [] : await listFacts(services.db, meant, base, MOST_COUNTED + 1)
  // Of works among which a word may be missing, as many are counted as are ranked.
  const areMore = meant !== null && 'workIds' in meant && meant.workIds.length >= MOST_RANKED
  const orMore = areMore || facts.length > MOST_COUNTED
  const counted = countValues(facts.slice(0, MOST_COUNTED), filter)
  // Where none of those counted fits, some of the others may.
  const isOther = orMore && counted.count === 0
  const count = isOther ? await countCopies(services.db, meant, filter, MOST_COUNTED + 1) : counted.count
  return {
    count: Math.min(count, MOST_COUNTED),
    orMore: isOther ? count > MOST_COUNTED : orMore,
    values: counted.values,
    guilty: count > 0 ? null : guiltyOf(counted),
  }
}

type Said = Pick<SearchSummary, 'shownFor' | 'without'>
const NOTHING: Said = { shownFor: null, without: [] }

/** Which other words were looked for is told by the best that was found. */
async function wordsOfUnderstanding(
  services: Pick<Services, 'db'>,
  asked: SearchRequest,
  { understood }: Understanding,
): Promise<Said> {
  if (understood.kind !== 'words') return NOTHING
  const { wanted, required, butOne, among } = understood.plan
  const areAll = !butOne && required.length === wanted.length
  if (among === 'texts' || (areAll && wanted.every(({ spellings }) => spellings.length === 0))) return NOTHING
  const { best } = await rankedWorks(services, asked, understood, null)
  if (!best) return NOTHING
  const found = wanted.map((one) => ({ typed: one.word, meant: meantIn(one, best) }))
  const isAnother = found.some(({ typed, meant }) => meant !== null && meant !== typed)
  return {
    shownFor: isAnother ? found.flatMap(({ meant }) => meant ?? []).join(' ') : null,
    without: found.filter(({ meant }) => meant === null).map(({ typed }) => typed),
  }
}

/** Which word of a work stands for a wanted one: itself, where it begins one, or another spelling of it. */
function meantIn(wanted: Wanted, { titleWords, authorWords }: Ranked): string | null {
  const words = `${titleWords} ${authorWords}`.split(' ')
  if (words.some((word) => likeness(wanted, word) === 0 || likeness(wanted, word) === 1)) return wanted.word
  return words.find((word) => likeness(wanted, word) === 2) ?? null
}
