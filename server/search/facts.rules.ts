import { manyFilters, type ManyFilter } from '#contract/search/search-request.ts'
import type { CopyFilter } from './copy-filter.rules.ts'

/** What of a copy filters go by, other than whose it is. */
export interface CopyToSift extends Record<ManyFilter, string | null> {
  place: string
  price: number
  yearPublished: number | null
  isVerified: boolean
  hasPhoto: boolean
}

/** With more steps a range leaves hardly anything out, and each has to be looked up. */
const MOST_STEPS = 40
const YEARS_A_STEP = 5
/** Beyond what any book of today says. */
const LAST_YEAR = 2150
const LARGEST_PRICE = 2 ** 31 - 1

/**
 * What a copy has that a filter may ask for, each fact as a number of 32 bits. A work has those of its copies for sale,
 * so that the index leaves out works of which no copy can fit. Prices and years are in steps, coarser than what is asked.
 */
export function factsOf(copy: CopyToSift): number[] {
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

/** Of each of these lists a work has at least one where a copy of it fits. One that has, need not have such a copy. */
export function sieveOf(filter: CopyFilter): number[][] {
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
 * FNV-1a of `language=fr`, http://www.isthe.com/chongo/tech/comp/fnv/: a third of what the words themselves take. Where
 * two facts have the same number, works are let in that don't fit.
 */
function fact(name: string, value: string | number = ''): number {
  let hash = 0x811c9dc5
  for (const character of `${name}=${value}`) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash | 0
}

function steps(name: string, from: number, to: number): number[][] {
  const amount = to - from + 1
  // From more to less there is nothing; the copies themselves say so.
  if (amount < 1 || amount > MOST_STEPS) return []
  return [Array.from({ length: amount }, (_, at) => fact(name, from + at))]
}

/** Four to each doubling, in whole numbers: how many bits a price has, and the second and third of them. */
function priceStep(minor: number): number {
  const price = Math.min(Math.max(minor, 4), LARGEST_PRICE)
  const shift = 29 - Math.clz32(price)
  return shift * 4 + (price >> shift)
}

const yearStep = (year: number) => Math.floor(Math.min(year, LAST_YEAR) / YEARS_A_STEP)
