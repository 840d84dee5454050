import { expect, test } from 'vitest'
import { noFilters } from '#contract/search/search-request.ts'
import { chipsOf } from './filter-words.ts'

test.each([
  ['USD', '1200', '1500,5', ['From $1,200.00', 'Up to $1,500.50']],
  ['JPY', '50', '3000', ['From ¥50', 'Up to ¥3,000']],
  // As the search reads it.
  ['JPY', '12.5', '', ['From ¥12']],
])('a bound of the price is named as the price it is, in %s', (currency, price_from, price_to, words) => {
  expect(
    chipsOf({ ...noFilters, q: '', exact: false, price_from, price_to }, currency).map((chip) => chip.words),
  ).toEqual(words)
})
