import { expect, test } from 'vitest'
import { deadlineWarning, timeLeft, untilWordsChange } from './time-left.ts'

const HOUR = 3_600_000

test.each([
  [72 * HOUR, 'in 3 days'],
  [48 * HOUR, 'in 48 hours'],
  [48 * HOUR - 1000, 'in 48 hours'],
  [2 * HOUR - 1, 'in 2 hours'],
  [1.9 * HOUR, 'in 114 minutes'],
  [119_000, 'in 119 seconds'],
  [1_499, 'in 1 second'],
  [0, 'over'],
  [-1000, 'over'],
])('%d ms are %s', (milliseconds, words) => {
  expect(timeLeft(milliseconds)).toBe(words)
})

test.each([200_000, 125_000, 60_200, 1_999])('with %d ms left the words stay until they are said to change', (left) => {
  const wait = untilWordsChange(left)
  expect(timeLeft(left - wait + 2)).toBe(timeLeft(left))
  expect(timeLeft(left - wait)).not.toBe(timeLeft(left))
})

test('however far away the change is, the clock is looked at every minute', () => {
  for (const left of [72 * HOUR, 47.3 * HOUR, 3 * HOUR]) expect(untilWordsChange(left)).toBeLessThanOrEqual(60_001)
})

test('a screen reader announces the end of a reservation three times, not every second', () => {
  const heard = new Set([HOUR + 1, HOUR - 1, HOUR / 2, 600_000 - 1, 300_000, 59_999, 1, 0].map(deadlineWarning))
  expect([...heard]).toEqual([
    '',
    'Less than an hour is left to pay.',
    'Less than ten minutes are left to pay.',
    'Less than a minute is left to pay.',
  ])
})
