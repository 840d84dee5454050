import { expect, test } from 'vitest'
import { lastCall, timeLeft, untilWordsChange } from './time-left.ts'

const HOUR = 3_600_000

test.each([
  [48 * HOUR, 'in 2 days'],
  [48 * HOUR - 1, 'in 47 hours'],
  [2 * HOUR - 1, 'in 119 minutes'],
  [119_000, 'in 119 seconds'],
  [1_999, 'in 1 second'],
  [500, 'in 0 seconds'],
  [0, 'over'],
  [-1000, 'over'],
])('%d ms are %s', (milliseconds, words) => {
  expect(timeLeft(milliseconds)).toBe(words)
})

test.each([48 * HOUR + 30_000, 3 * HOUR + 500, 125_000, 1_999, 500])(
  'after %d ms the words stay until they are said to change',
  (milliseconds) => {
    const wait = untilWordsChange(milliseconds)
    expect(timeLeft(milliseconds - wait + 2)).toBe(timeLeft(milliseconds))
    expect(timeLeft(milliseconds - wait)).not.toBe(timeLeft(milliseconds))
  },
)

test('however far away the change is, the clock is looked at every minute', () => {
  expect(untilWordsChange(48 * HOUR - 1)).toBe(60_000)
})

test('whoever listens hears of the end of a hold three times, not every second', () => {
  const heard = new Set([HOUR + 1, HOUR - 1, HOUR / 2, 600_000 - 1, 300_000, 59_999, 1, 0].map(lastCall))
  expect([...heard]).toEqual([
    '',
    'Less than an hour is left to pay.',
    'Less than ten minutes are left to pay.',
    'Less than a minute is left to pay.',
  ])
})
