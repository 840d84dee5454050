import { expect, test } from 'vitest'
import type { Book } from '#contract/books/books.ts'
import { savedPercent, shortDescription, shortPlace, yearsPhrase } from './book-words.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const aBook = (facts: Partial<Book>) => facts as Book

test.each([
  [2026, 'under a year'],
  [2027, 'under a year'],
  [2025, '1 year'],
  [2020, '6 years'],
])('bought in %i is in use for %s', (yearOfPurchase, phrase) => {
  expect(yearsPhrase(aBook({ yearOfPurchase }), new Date('2026-06-01'))).toBe(phrase)
})

test('a description is cut after 40 characters, and its absence is said', () => {
  expect(shortDescription(aBook({ description: 'x'.repeat(40) }))).toBe('x'.repeat(40))
  expect(shortDescription(aBook({ description: 'x'.repeat(41) }))).toBe(`${'x'.repeat(40)}...`)
  expect(shortDescription(aBook({ description: ' \n' }))).toBe('No description')
})

test('the dots of a cut description stay with its last word', () => {
  const description = `${'x'.repeat(39)} yes`
  expect(shortDescription(aBook({ description }))).toBe(`${'x'.repeat(39)}\u00A0...`)
})

test.each([
  ['Harbour Street, Old Port', 'Harbour Street, Old Port'],
  ['Central Library, by the returns box, floor 2', 'Central Library, by the returns box, floor…'],
  ['Central Library, by the returns boxes, to the left', 'Central Library, by the returns boxes, to…'],
  ['x'.repeat(60), `${'x'.repeat(42)}…`],
])('the place %s stands on a card as %s', (location, shown) => {
  expect(shortPlace(aBook({ location }))).toBe(shown)
})

test('what is saved is said where it is something', () => {
  expect(savedPercent(aBook({ originalPrice: usd(2000), resalePrice: usd(1250) }))).toBe(37)
  // As a fraction it would be a little under 22.
  expect(savedPercent(aBook({ originalPrice: usd(3000), resalePrice: usd(2340) }))).toBe(22)
  expect(savedPercent(aBook({ originalPrice: usd(2000), resalePrice: usd(2000) }))).toBeNull()
  expect(savedPercent(aBook({ originalPrice: usd(0), resalePrice: usd(100) }))).toBeNull()
  // Half typed, in the preview of a listing.
  expect(savedPercent(aBook({ originalPrice: usd(2000), resalePrice: usd(0) }))).toBeNull()
})
