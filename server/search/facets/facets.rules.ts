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
  const counters = facets.map((facet) => counterOf(facet))
  const without = new Map<Group, number>(chosen.map((group) => [group, 0]))
  let count = 0
  for (const copy of copies) {
    const failed = failedGroup(copy, filter, chosen)
    if (failed === 'several') continue
    if (failed === null) {
      count += copy.copies
      for (const { add } of counters) add(copy)
    } else {
      without.set(failed, without.get(failed)! + copy.copies)
      counters.find(({ facet }) => facet === failed)?.add(copy)
    }
  }
  return {
    count,
    without: Object.fromEntries([...without].map(([group, copies]) => [group, count + copies])),
    values: Object.fromEntries(counters.map(({ facet, tally }) => [facet, tally()])) as Counted['values'],
  }
}

/** The group of filters that a copy fails; null for none. */
function failedGroup(copy: CopyGroup, filter: CopyFilter, chosen: readonly Group[]): Group | 'several' | null {
  let failed: Group | null = null
  for (const group of chosen) {
    if (checks[group](copy, filter)) continue
    if (failed !== null) return 'several'
    failed = group
  }
  return failed
}

/** Counter of a facet's values. One look-up for each copy: a sample has thousands. */
function counterOf(facet: Facet) {
  const counts = new Map<string, { copies: number }>()
  const add = (copy: CopyGroup) => {
    const value = valueOf(facet, copy)
    if (value === null || value === '') return
    const one = counts.get(value)
    if (one) one.copies += copy.copies
    else counts.set(value, { copies: copy.copies })
  }
  const tally = (): Tally => new Map([...counts].map(([value, { copies }]) => [value, copies]))
  return { facet, add, tally }
}

function valueOf(facet: Facet, copy: CopyGroup): string | null {
  if (facet === 'location') return copy.place
  if (facet === 'verified') return copy.isVerified ? 'true' : null
  if (facet === 'photo') return copy.hasPhoto ? 'true' : null
  return copy[facet]
}
