import { expect, test } from 'vitest'
import { manyFilters, noFilters } from '#contract/search/search-request.ts'
import { copyFilter, type CopyFilter } from './copy-filter.rules.ts'
import { countValues, type CopyGroup } from './facets/facets.rules.ts'
import { factsOf, factFilters } from './facts.rules.ts'

const everything = copyFilter(noFilters, 'USD')
const bare: CopyGroup = {
  category: null,
  condition: null,
  language: null,
  binding: null,
  place: '',
  price: 0,
  yearPublished: null,
  sellerId: '00000000-0000-0000-0000-000000000000',
  isVerified: false,
  hasPhoto: false,
  copies: 1,
}
const passes = (facts: ReadonlySet<number>, sieve: ReturnType<typeof factFilters>) =>
  sieve.every((some) => some.some((fact) => facts.has(fact)))
const isLet = (copy: CopyGroup, filter: CopyFilter) => passes(new Set(factsOf(copy)), factFilters(filter))

/** Matching copies that a filter's facts exclude, over all filters; millions of pairs, so each is read once. */
function leftOut(copies: readonly CopyGroup[], filters: readonly CopyFilter[]) {
  const read = copies.map((copy) => ({ copy, facts: new Set(factsOf(copy)) }))
  return filters.flatMap((filter) => {
    const sieve = factFilters(filter)
    return read
      .filter(({ copy, facts }) => !passes(facts, sieve) && countValues([copy], filter).count === 1)
      .map(({ copy }) => ({ copy, filter }))
  })
}

// Prices around each step's border, and the smallest and largest possible.
const prices = [0, 1, 2147483647, ...Array.from({ length: 40 }, (_, at) => Math.round(3 * 1.5 ** at)), 4, 5, 7, 8, 9]
  .flatMap((price) => [price - 1, price, price + 1])
  .filter((price) => price >= 0 && price <= 2147483647)
const years = [1, 1454, 1899, 1900, 1904, 1905, 1999, 2004, 2005, 2026]
const within = (values: readonly number[]) => [
  ...values.flatMap((from) => values.map((to) => [from, to])),
  ...values.flatMap((one) => [
    [one, null],
    [null, one],
  ]),
]

test('no range excludes a copy whose price or year lies in it', () => {
  const priced = within(prices).map(([priceFrom, priceTo]) => ({ ...everything, priceFrom, priceTo }) as CopyFilter)
  const dated = within(years).map(([yearFrom, yearTo]) => ({ ...everything, yearFrom, yearTo }) as CopyFilter)
  expect(
    leftOut(
      prices.map((price) => ({ ...bare, price })),
      priced,
    ),
  ).toEqual([])
  expect(
    leftOut(
      years.map((yearPublished) => ({ ...bare, yearPublished })),
      dated,
    ),
  ).toEqual([])
})

test('other prices and years are excluded, except near a range’s ends', () => {
  const priced = (price: number) => isLet({ ...bare, price }, { ...everything, priceFrom: 200, priceTo: 400 })
  expect([100, 191, 192, 300, 447, 448, 900].map(priced)).toEqual([false, false, true, true, true, false, false])
  const dated = (yearPublished: number | null) =>
    isLet({ ...bare, yearPublished }, { ...everything, yearFrom: 1991, yearTo: 1996 })
  expect([null, 1989, 1990, 1999, 2000].map(dated)).toEqual([false, false, true, true, false])
})

test('each filter lets in its own values, and no others', () => {
  const french = { ...bare, language: 'fr', place: 'station', isVerified: true }
  for (const name of manyFilters) {
    const asked = { ...everything, [name]: ['fr', 'de'] }
    expect(manyFilters.filter((other) => isLet({ ...bare, [other]: 'fr' }, asked))).toEqual([name])
    expect(isLet({ ...bare, [name]: 'en' }, asked)).toBe(false)
  }
  expect(isLet(french, { ...everything, place: 'station', verified: true })).toBe(true)
  expect(isLet(french, { ...everything, place: 'stat' })).toBe(false)
  expect(isLet(french, { ...everything, verified: true, photo: true })).toBe(false)
  expect(isLet({ ...french, hasPhoto: true }, { ...everything, verified: true, photo: true })).toBe(true)
})

test('impossible prices and inverted ranges are decided by the copies’ own conditions', () => {
  expect(factFilters({ ...everything, priceFrom: 500, priceTo: 1e15 })).toEqual([])
  expect(factFilters({ ...everything, priceFrom: 900, priceTo: 100 })).toEqual([])
})
