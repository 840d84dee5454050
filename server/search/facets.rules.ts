import { flagFilters, manyFilters, type FlagFilter, type ManyFilter } from '#contract/search/search-request.ts'
import type { SearchSummary, ValueCount } from '#contract/search/search-calls.ts'
import type { CopyFilter } from './copy-filter.rules.ts'
import type { CopyFacts } from './count-copies.sql.ts'

/** Filters that are chosen together: the two ends of a range are one group. */
const groups = [...manyFilters, 'location', 'price', 'published', 'seller', ...flagFilters] as const
type Group = (typeof groups)[number]

const MOST_VALUES = 12

/** Whether a copy passes each group of filters. */
const checks: Record<Group, (copy: CopyFacts, filter: CopyFilter) => boolean> = {
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

export interface Counted {
  count: number
  values: SearchSummary['values']
  /** For each group that excludes copies: how many pass all other groups. */
  without: { group: Group; count: number }[]
}

/**
 * Counts the copies that pass the filter (facet counts), and for each value those that pass all filters but its own, so
 * that a screen can show what choosing another value would find.
 */
export function countValues(copies: readonly CopyFacts[], filter: CopyFilter): Counted {
  const failing = copies.map((copy) => groups.filter((group) => !checks[group](copy, filter)))
  const but = (group: Group) =>
    copies.filter((_, at) => failing[at]!.length === 0 || (failing[at]!.length === 1 && failing[at]![0] === group))
  const many = (group: ManyFilter) =>
    valuesOf(
      but(group).map((copy) => copy[group]),
      filter[group],
    )
  const flag = (group: FlagFilter) =>
    but(group).filter((copy) => (group === 'verified' ? copy.isVerified : copy.hasPhoto)).length
  const count = failing.filter(({ length }) => length === 0).length
  return {
    count,
    values: {
      category: many('category'),
      condition: many('condition'),
      language: many('language'),
      binding: many('binding'),
      location: valuesOf(locationsOf(but('location')), []),
      verified: flag('verified'),
      photo: flag('photo'),
    },
    without: groups.map((group) => ({ group, count: but(group).length })).filter((one) => one.count > count),
  }
}

/** Most frequent values first; chosen values are always included. */
function valuesOf(values: readonly (string | null)[], chosen: readonly string[]): ValueCount[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]))
  for (const value of values) if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  return sorted.filter(({ value }, at) => at < MOST_VALUES || chosen.includes(value))
}

/** Places that differ in case or accents count as one, under their most frequent spelling. */
function locationsOf(copies: readonly CopyFacts[]): string[] {
  const names = new Map<string, string>()
  for (const { place, location } of copies) if (!names.has(place)) names.set(place, location)
  return copies.map(({ place }) => names.get(place)!)
}

/** Name of the filter whose removal leaves most copies, where the filters together leave none. */
export function blockingFilter({ count, without }: Counted): SearchSummary['guilty'] {
  if (count > 0) return null
  const [most] = without.toSorted((one, other) => other.count - one.count)
  return most ? { filter: most.group, count: most.count } : null
}
