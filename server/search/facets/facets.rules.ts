import { facets, flagFilters, manyFilters, type Facet } from '#contract/search/search-request.ts'
import type { CopyFilter } from '#server/search/copy-filter.rules.ts'
import type { FilterableCopy } from '#server/search/facts.rules.ts'

/** Filters that are chosen together: the two ends of a range are one group. */
export const groups = [...manyFilters, 'location', 'price', 'published', 'seller', ...flagFilters] as const
export type Group = (typeof groups)[number]

/** Copies that are alike, and how many they are. */
export interface CopyGroup extends FilterableCopy {
  sellerId: string
  copies: number
}

/** Whether a copy passes each group of filters. */
const checks: Record<Group, (copy: CopyGroup, filter: CopyFilter) => boolean> = {
  category: (copy, { category }) => isAmong(category, copy.category),
  condition: (copy, { condition }) => isAmong(condition, copy.condition),
  language: (copy, { language }) => isAmong(language, copy.language),
  binding: (copy, { binding }) => isAmong(binding, copy.binding),
  location: (copy, { place }) => place === '' || copy.place === place,
  price: ({ price }, { priceFrom, priceTo }) => isWithin(price, priceFrom, priceTo),
  published: ({ yearPublished }, { yearFrom, yearTo }) => isWithin(yearPublished, yearFrom, yearTo),
  seller: ({ sellerId }, { seller }) => seller === '' || sellerId === seller,
  verified: ({ isVerified }, { verified }) => !verified || isVerified,
  photo: ({ hasPhoto }, { photo }) => !photo || hasPhoto,
}
const isAmong = (wanted: readonly string[], value: string | null) =>
  wanted.length === 0 || (value !== null && wanted.includes(value))
const isWithin = (value: number | null, from: number | null, to: number | null) =>
  (from === null && to === null) || (value !== null && (from === null || value >= from) && (to === null || value <= to))

const NONE: { [G in Group]: Partial<CopyFilter> } = {
  category: { category: [] },
  condition: { condition: [] },
  language: { language: [] },
  binding: { binding: [] },
  location: { place: '' },
  price: { priceFrom: null, priceTo: null },
  published: { yearFrom: null, yearTo: null },
  seller: { seller: '' },
  verified: { verified: false },
  photo: { photo: false },
}

/** The filter without these groups. */
export const withoutGroups = (filter: CopyFilter, without: readonly Group[]): CopyFilter =>
  Object.assign({}, filter, ...without.map((group) => NONE[group]))

/** Groups in which the filter asks for something. */
export const chosenGroups = (filter: CopyFilter): Group[] =>
  groups.filter((group) =>
    Object.keys(NONE[group]).some((name) => {
      const value = filter[name as keyof CopyFilter]
      return Array.isArray(value) ? value.length > 0 : value !== null && value !== '' && value !== false
    }),
  )

/** Number of copies of each value of a filter; of one that is on or off, of 'true'. */
export type Tally = Map<string, number>

/** Facet counts. */
export interface Counted {
  count: number
  /** For each chosen group: how many copies pass all the others. */
  without: Partial<Record<Group, number>>
  /** Values of the copies that pass all filters but their own. */
  values: Record<Facet, Tally>
}

/**
 * Counts the copies that pass the filter (facet counts), and for each value those that pass all filters but its own, so
 * that a screen can show what choosing another value would find. One pass, whatever is chosen.
 */
export function countValues(copies: Iterable<CopyGroup>, filter: CopyFilter): Counted {
  const chosen = chosenGroups(filter)
  const passing = emptyTallies()
  const failing: Partial<Record<Group, Record<Facet, Tally>>> = {}
  const without: Partial<Record<Group, number>> = {}
  let count = 0
  for (const copy of copies) {
    const [first, second] = failedGroups(copy, filter, chosen)
    if (second !== undefined) continue
    if (first === undefined) count += copy.copies
    else without[first] = (without[first] ?? 0) + copy.copies
    addTo(first === undefined ? passing : (failing[first] ??= emptyTallies()), copy)
  }
  const values = emptyTallies()
  for (const facet of facets) values[facet] = sumOf(passing[facet], failing[facet]?.[facet])
  return {
    count,
    without: Object.fromEntries(chosen.map((group) => [group, count + (without[group] ?? 0)])),
    values,
  }
}

/** The groups that a copy fails; looks no further than two. */
function failedGroups(copy: CopyGroup, filter: CopyFilter, chosen: readonly Group[]): Group[] {
  const failed: Group[] = []
  for (const group of chosen) {
    if (!checks[group](copy, filter)) failed.push(group)
    if (failed.length > 1) break
  }
  return failed
}

const emptyTallies = () => Object.fromEntries(facets.map((facet) => [facet, new Map()])) as Record<Facet, Tally>

function addTo(tallies: Record<Facet, Tally>, copy: CopyGroup): void {
  for (const facet of facets) {
    const value = valueOf(facet, copy)
    if (value !== null && value !== '') tallies[facet].set(value, (tallies[facet].get(value) ?? 0) + copy.copies)
  }
}

function valueOf(facet: Facet, copy: CopyGroup): string | null {
  if (facet === 'location') return copy.place
  if (facet === 'verified') return copy.isVerified ? 'true' : null
  if (facet === 'photo') return copy.hasPhoto ? 'true' : null
  return copy[facet]
}

function sumOf(one: Tally, other: Tally = new Map()): Tally {
  const sum = new Map(one)
  for (const [value, copies] of other) sum.set(value, (sum.get(value) ?? 0) + copies)
  return sum
}
