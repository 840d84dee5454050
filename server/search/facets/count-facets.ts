import { facets, manyFilters, type Facet } from '#contract/search/search-request.ts'
import type { Db } from '#server/database/schema.ts'
import type { CopyFilter } from '#server/search/copy-filter.rules.ts'
import { estimateCounts } from './copy-sample.ts'
import { listFacts, listKeptCounts } from './count-copies.sql.ts'
import {
  chosenGroups,
  countValues,
  withoutGroups,
  type CopyGroup,
  type Counted,
  type Group,
  type Tally,
} from './facets.rules.ts'
import { cacheSearchResult } from '#server/search/search-cache.ts'
import type { CopyScope } from '#server/search/search.sql.ts'

/** Copies that are read where they are expected to be few: up to so many the count is exact. */
const MOST_READ = 3000
/** So many at most are expected where copies are read. An estimate may be half of what there is. */
const FEW = 1500
const KEPT: ReadonlySet<Group> = new Set([...manyFilters, 'verified', 'photo'])

/** Number of copies by value; null where it isn't known. */
export interface FacetTally {
  copies: ReadonlyMap<string, number | null>
  /** The numbers are estimates. */
  isAbout: boolean
}

export interface FacetCounts {
  count: number
  isAbout: boolean
  /** By place for the location; null for all places of the shop, whose counts are kept. */
  values: Record<Exclude<Facet, 'location'>, FacetTally> & { location: FacetTally | null }
  /** Where nothing is left: the filter without which most would be. */
  guilty: { filter: Group; count: number; isAbout: boolean } | null
}

interface SetCounts {
  counted: Counted
  isExact: boolean
}

/**
 * Facet counts of the copies in scope. Exact from kept sums where nothing but facts of few values is asked of all
 * copies; exact by reading them where they are few; else estimated from a sample. Which of them doesn't depend on how
 * busy the shop is, and what each costs doesn't grow with it.
 */
export async function countFacets(db: Db, scope: CopyScope, filter: CopyFilter): Promise<FacetCounts> {
  const kept = await cacheSearchResult(db, ['kept counts'], () => listKeptCounts(db))
  const chosen = chosenGroups(filter).filter((group) => group !== 'seller')
  const countSet = setsOf(db, scope, filter, kept)
  const own = await countSet(null, true)
  const values: Partial<Record<Facet, FacetTally | null>> = {}
  for (const facet of facets) {
    const dropped = chosen.find((group) => group === facet) ?? null
    const isOfAll = scope === null && filter.seller === '' && chosen.every((group) => group === facet)
    // oxlint-disable-next-line no-await-in-loop -- what one has read the next one has
    const set = facet === 'location' && isOfAll ? null : await countSet(dropped, facet !== 'location')
    values[facet] = set && { copies: withUnseen(facet, set, kept), isAbout: !set.isExact }
  }
  const guilty = own.counted.count === 0 ? await findGuilty(chosen, countSet) : null
  return { count: own.counted.count, isAbout: !own.isExact, values: values as FacetCounts['values'], guilty }
}

type CountSet = (dropped: Group | null, isWithoutPlaces: boolean) => Promise<SetCounts>

/** Counts what passes the filter without one of its groups; reads the same at most once. */
function setsOf(db: Db, scope: CopyScope, filter: CopyFilter, kept: readonly CopyGroup[]): CountSet {
  const isAll = scope === null && filter.seller === ''
  const read = async (set: CopyFilter): Promise<SetCounts> => {
    const copies = await listFacts(db, scope, set, MOST_READ + 1)
    return { counted: countValues(copies, filter), isExact: copies.length <= MOST_READ }
  }
  const basis = once(() => countBasis(db, scope, filter, kept, read))
  const ofSet = perKey(async (dropped: Group | null): Promise<SetCounts> => {
    const whole = await basis()
    const expected = dropped === null ? whole.counted.count : (whole.counted.without[dropped] ?? 0)
    if (whole.isExact || expected > FEW) return whole
    return read(dropped === null ? filter : withoutGroups(filter, [dropped]))
  })
  return async (dropped, isWithoutPlaces) => {
    const set = dropped === null ? filter : withoutGroups(filter, [dropped])
    const isKept = isAll && isWithoutPlaces && chosenGroups(set).every((group) => KEPT.has(group))
    return isKept ? { counted: countValues(kept, set), isExact: true } : ofSet(dropped)
  }
}

/** Counts all in scope: by reading where that is few, else from the sample. */
async function countBasis(
  db: Db,
  scope: CopyScope,
  filter: CopyFilter,
  kept: readonly CopyGroup[],
  read: (set: CopyFilter) => Promise<SetCounts>,
): Promise<SetCounts> {
  const total = kept.reduce((sum, { copies }) => sum + copies, 0)
  const everything = withoutGroups(
    filter,
    chosenGroups(filter).filter((group) => group !== 'seller'),
  )
  // Copies of an edition, and of the works that may have been meant, are few.
  if (total <= FEW || (scope !== null && !('plan' in scope))) return read(everything)
  const estimated = await estimateCounts(db, scope?.plan ?? null, filter, total)
  const whole = estimated.inScope <= FEW ? await read(everything) : null
  return whole?.isExact ? whole : { counted: estimated.counted, isExact: false }
}

/** Adds the values that the shop has and the sample hasn't, without a number. */
function withUnseen(facet: Facet, { counted, isExact }: SetCounts, kept: readonly CopyGroup[]): FacetTally['copies'] {
  const seen: Tally = counted.values[facet]
  if (isExact || facet === 'location') return seen
  const known = facet === 'verified' || facet === 'photo' ? ['true'] : kept.flatMap((group) => group[facet] ?? [])
  const all = new Map<string, number | null>(seen)
  for (const value of known) if (!all.has(value)) all.set(value, null)
  return all
}

async function findGuilty(chosen: readonly Group[], countSet: CountSet): Promise<FacetCounts['guilty']> {
  let most: FacetCounts['guilty'] = null
  for (const group of chosen) {
    // oxlint-disable-next-line no-await-in-loop -- what one has read the next one has
    const { counted, isExact } = await countSet(group, true)
    const count = counted.without[group] ?? counted.count
    if (count > (most?.count ?? 0)) most = { filter: group, count, isAbout: !isExact }
  }
  return most
}

function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined
  return () => (found ??= find())
}

function perKey<Key, Found>(find: (key: Key) => Promise<Found>): (key: Key) => Promise<Found> {
  const found = new Map<Key, Promise<Found>>()
  return (key) => {
    const answer = found.get(key) ?? find(key)
    found.set(key, answer)
    return answer
  }
}
