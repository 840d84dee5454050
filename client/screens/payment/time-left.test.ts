import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [48 * 3_600_000, 'in 2 days'],
  [48 * 3_600_000 - 1, 'in 47 hours'],
  [2 * 3_600_000 - 1, 'in 119 minutes'],
  [119_000, 'in 119 seconds'],
  [1_999, 'in 1 second'],
  [500, 'in 0 seconds'],
  [0, 'over'],
  [-1000, 'over'],
])('%d ms are %s', (milliseconds, words) => {
  expect(timeLeft(milliseconds)).toBe(words)
})
