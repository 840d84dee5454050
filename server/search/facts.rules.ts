import { manyFilters, type ManyFilter } from '#contract/search/search-request.ts'
import type { CopyFilter } from './copy-filter.rules.ts'

/** Facts of a copy that filters compare, other than its seller. */
export interface FilterableCopy extends Record<ManyFilter, string | null> {
  place: string
  price: number
  yearPublished: number | null
  isVerified: boolean
  hasPhoto: boolean
}

/** Limit on steps of a range. A wider range excludes hardly anything, and each step is a lookup. */
const MOST_STEPS = 40
const YEARS_A_STEP = 5
/** Later than the year of any book of today. */
const LAST_YEAR = 2150
const LARGEST_PRICE = 2 ** 31 - 1

/**
 * Facts of a copy that a filter may ask for, each hashed to 32 bits. A work has the facts of its copies for sale, so
 * that the index skips works without a matching copy. Prices and years are rounded to steps.
 */
export function factsOf(copy: FilterableCopy): number[] {
  const { place, price, yearPublished, isVerified, hasPhoto } = copy
  return [
    ...manyFilters.flatMap((name) => (copy[name] === null ? [] : [fact(name, copy[name])])),
    ...(place === '' ? [] : [fact('place', place)]),
    fact('price', priceStep(price)),
    ...(yearPublished === null ? [] : [fact('year', yearStep(yearPublished))]),
    ...(isVerified ? [fact('verified')] : []),
    ...(hasPhoto ? [fact('photo')] : []),
  ]
}

/**
 * Lists of facts: a work with a matching copy has at least one fact of each list. False positives are possible, false
 * negatives are not.
 */
export function factFilters(filter: CopyFilter): number[][] {
  const { place, priceFrom, priceTo, yearFrom, yearTo, verified, photo } = filter
  const isPriced = priceFrom !== null || priceTo !== null
  const isDated = yearFrom !== null || yearTo !== null
  return [
    ...manyFilters
      .filter((name) => filter[name].length > 0)
      .map((name) => filter[name].map((value) => fact(name, value))),
    ...(place === '' ? [] : [[fact('place', place)]]),
    ...(isPriced ? steps('price', priceStep(priceFrom ?? 0), priceStep(priceTo ?? LARGEST_PRICE)) : []),
    ...(isDated ? steps('year', yearStep(yearFrom ?? 0), yearStep(yearTo ?? LAST_YEAR)) : []),
    ...(verified ? [[fact('verified')]] : []),
    ...(photo ? [[fact('photo')]] : []),
  ]
}

/**
 * FNV-1a hash of `language=fr`, http://www.isthe.com/chongo/tech/comp/fnv/: a third of the text's size. A collision
 * only lets in works that don't match.
 */
function fact(name: string, value: string | number = ''): number {
  let hash = 0x811c9dc5
  for (const character of `${name}=${value}`) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash | 0
}

function steps(name: string, from: number, to: number): number[][] {
  const amount = to - from + 1
  // An inverted range finds nothing; the conditions on copies see to that.
  if (amount < 1 || amount > MOST_STEPS) return []
  return [Array.from({ length: amount }, (_, at) => fact(name, from + at))]
}

/** Four steps per doubling, in whole numbers: the price's number of bits, and its second and third bit. */
function priceStep(minor: number): number {
  const price = Math.min(Math.max(minor, 4), LARGEST_PRICE)
  const shift = 29 - Math.clz32(price)
  return shift * 4 + (price >> shift)
}

const yearStep = (year: number) => Math.floor(Math.min(year, LAST_YEAR) / YEARS_A_STEP)
