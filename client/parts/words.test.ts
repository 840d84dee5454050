import { expect, onTestFinished, test, vi } from 'vitest'
import type { Book } from '#contract/books.ts'
import { mayRetry, retryDelay } from '#client/server-calls/retrying.ts'
import { ConnectionError } from '#client/server-calls/problem-error.ts'
import { problemFrom } from '#client/server-calls/problem-from.ts'
import { callNumber, savedPercent, shortDescription, yearsPhrase } from './book-words.ts'
import { localTime } from './local-time.tsx'
import { absoluteTime, relativeTime, zonedTime } from './times.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const aBook = (facts: Partial<Book>) => facts as Book

test('a call number is category and writer’s surname, without a year that would be read as the edition’s', () => {
  const book = { category: 'novel-book', author: 'Ursula Mara Ivens and Tom Aldous', yearOfPurchase: 2021 }
  expect(callNumber(aBook(book))).toBe('NOV · IVE')
  expect(callNumber(aBook({ ...book, category: null, author: '村上' }))).toBe('村上')
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

test('times are relative from minutes to years, and rounded', () => {
  const now = new Date('2026-05-10T12:00:00Z')
  const before = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)
  expect([20, 90, 7200, 86_400, 3 * 86_400, 40 * 86_400].map(before)).toEqual([
    'just now',
    '1 minute ago',
    '2 hours ago',
    '24 hours ago',
    '3 days ago',
    '1 month ago',
  ])
  expect(before(-7200)).toBe('in 2 hours')
  // A reservation of two days doesn't lose an hour with its first second.
  expect(before(-(2 * 86_400 - 1))).toBe('in 48 hours')
  expect(before(-(1.6 * 86_400))).toBe('in 38 hours')
  expect(before(59.7 * 60)).toBe('1 hour ago')
})

test('a moment is UTC in the server’s page, and the reader’s own time in the browser, with the zone on hover', () => {
  const at = new Date('2026-11-23T23:21:00Z')
  expect(absoluteTime(at)).toBe('23 Nov 2026, 23:21 UTC')
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(localTime(at, new Date('2026-11-21T12:00:00Z'))).toBe('Mon 23 Nov, 3:21 pm')
  expect(localTime(at, new Date('2027-02-21T12:00:00Z'))).toBe('Mon 23 Nov 2026, 3:21 pm')
  expect(zonedTime(at)).toBe('23 Nov 2026, 15:21:00 GMT-8')
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
