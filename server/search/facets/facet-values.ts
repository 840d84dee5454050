import { manyFilters, type SearchRequest } from '#contract/search/search-request.ts'
import { MOST_LOCATIONS, type SearchSummary, type ValueCount, type Locations } from '#contract/search/search-calls.ts'
import type { Db } from '#server/database/schema.ts'
import { placeOf } from '#server/search/copy-filter.rules.ts'
import { listKeptPlaces, listPlaceNames } from './count-copies.sql.ts'
import type { FacetCounts, FacetTally } from './count-facets.ts'

type Shaped = Pick<SearchSummary, 'count' | 'isAbout' | 'values' | 'about' | 'hasMoreLocations' | 'guilty'>

/** Facet counts as a screen offers them: most copies first; estimates rounded. */
export async function shapeFacets(db: Db, counts: FacetCounts, request: SearchRequest): Promise<Shaped> {
  const { location, verified, photo, ...many } = counts.values
  const { values: locations, isAbout, hasMore } = await listLocations(db, location, '')
  const ofMany = Object.fromEntries(manyFilters.map((name) => [name, inOrder(many[name], request[name])]))
  return {
    count: counts.isAbout ? rounded(counts.count) : counts.count,
    isAbout: counts.isAbout,
    values: {
      ...(ofMany as Record<(typeof manyFilters)[number], ValueCount[]>),
      location: locations,
      verified: numberIn(verified),
      photo: numberIn(photo),
    },
    about: [
      ...manyFilters.filter((name) => many[name].isAbout),
      ...(isAbout ? ['location' as const] : []),
      ...(verified.isAbout ? ['verified' as const] : []),
      ...(photo.isAbout ? ['photo' as const] : []),
    ],
    hasMoreLocations: hasMore,
    guilty: counts.guilty && {
      ...counts.guilty,
      count: counts.guilty.isAbout ? rounded(counts.guilty.count) : counts.guilty.count,
    },
  }
}

const numberIn = (tally: FacetTally) => rowsOf(tally, tally.isAbout ? [] : ['true'])[0]?.count ?? null

function inOrder(tally: FacetTally, chosen: readonly string[]): ValueCount[] {
  return rowsOf(tally, chosen).toSorted(
    (one, other) => (other.count ?? -1) - (one.count ?? -1) || (one.value < other.value ? -1 : 1),
  )
}

/** Values with their numbers; those that are chosen always. */
function rowsOf({ copies, isAbout }: FacetTally, chosen: readonly string[]): ValueCount[] {
  const all = new Map<string, number | null>(chosen.map((value) => [value, isAbout ? null : 0]))
  for (const [value, count] of copies) all.set(value, count)
  return [...all].map(([value, count]) => ({ value, count: count !== null && isAbout ? rounded(count) : count }))
}

/**
 * Locations with this text in them, most copies first. `tally`: their copies by place; null where these are the kept
 * sums. Those whose number isn't known come last.
 */
export async function listLocations(db: Db, tally: FacetTally | null, find: string): Promise<Locations> {
  const text = placeOf(find)
  if (tally === null) {
    const kept = await listKeptPlaces(db, text, MOST_LOCATIONS + 1)
    return firstOf(
      kept.map(({ location, copies }) => ({ value: location, count: copies })),
      false,
    )
  }
  const found = inOrder(tally, []).filter(({ value }) => value.includes(text))
  const counted = found.slice(0, MOST_LOCATIONS + 1)
  const [names, unseen] = await Promise.all([
    listPlaceNames(
      db,
      counted.map(({ value }) => value),
    ),
    tally.isAbout ? listKeptPlaces(db, text, MOST_LOCATIONS + 1 + counted.length) : [],
  ])
  const nameOf = new Map(names.map(({ place, location }) => [place, location]))
  const others = unseen.filter(({ place }) => !tally.copies.has(place))
  const all = [
    ...counted.map(({ value, count }) => ({ value: nameOf.get(value) ?? value, count })),
    ...others.map(({ location }) => ({ value: location, count: null })),
  ]
  return firstOf(all, tally.isAbout)
}

const firstOf = (all: readonly ValueCount[], isAbout: boolean): Locations => ({
  values: all.slice(0, MOST_LOCATIONS),
  isAbout,
  hasMore: all.length > MOST_LOCATIONS,
})

/** 3417.3 → 3400, two significant digits: an estimate claims no more. */
const rounded = (estimate: number) => Number(Math.max(1, estimate).toPrecision(2))
