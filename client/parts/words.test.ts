import { expect, test } from 'vitest'
import type { Book } from '#contract/books.ts'
import { mayRetry, retryDelay } from '#client/server-calls/retrying.ts'
import { ConnectionError } from '#client/server-calls/problem-error.ts'
import { problemFrom } from '#client/server-calls/problem-from.ts'
import { callNumber, savedPercent, shortDescription, yearsPhrase } from './book-words.ts'
import { absoluteTime, relativeTime } from './times.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const aBook = (facts: Partial<Book>) => facts as Book

test('a call number is shelf, writer’s surname and year', () => {
  const book = { category: 'novel-book', author: 'Ursula Mara Ivens and Tom Aldous', yearOfPurchase: 2021 }
  expect(callNumber(aBook(book))).toBe('NOV · IVE · 2021')
  expect(callNumber(aBook({ ...book, category: null, author: '村上' }))).toBe('村上 · 2021')
})

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

test('what is saved is said where it is something', () => {
  expect(savedPercent(aBook({ originalPrice: usd(2000), resalePrice: usd(1250) }))).toBe(37)
  expect(savedPercent(aBook({ originalPrice: usd(2000), resalePrice: usd(2000) }))).toBeNull()
  expect(savedPercent(aBook({ originalPrice: usd(0), resalePrice: usd(100) }))).toBeNull()
})

test('times are absolute in UTC, and relative from minutes to years', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const before = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)
  expect(absoluteTime(now)).toBe('10 May 2026, 12:00 UTC')
  expect([20, 90, 7200, 86_400, 3 * 86_400, 40 * 86_400].map(before)).toEqual([
    'just now',
    '1 minute ago',
    '2 hours ago',
    '24 hours ago',
    '3 days ago',
    '1 month ago',
  ])
  expect(before(-7200)).toBe('in 2 hours')
  // A hold of two days: 'tomorrow' would be wrong, and 'in 1 day' a day too early.
  expect(before(-(2 * 86_400 - 1))).toBe('in 47 hours')
})

test('reads are repeated three times, further and further apart, but not after a no', () => {
  const away = new ConnectionError()
  expect([0, 1, 2, 3].map((failures) => mayRetry(failures, away))).toEqual([true, true, true, false])
  expect([0, 1, 2, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000])
  const repeated = [400, 401, 403, 404, 408, 409, 422, 429, 500, 503].filter((status) =>
    mayRetry(0, problemFrom(status, {}, '')),
  )
  expect(repeated).toEqual([408, 429, 500, 503])
})
