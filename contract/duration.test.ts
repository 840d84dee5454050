import { expect, test } from 'vitest'
import { durationInWords } from './duration.ts'

const HOUR = 3600

test.each([
  [48 * HOUR, '48 hours'],
  [HOUR, '1 hour'],
  [1.5 * HOUR, '90 minutes'],
  [5, '5 seconds'],
  [3.6, '3.6 seconds'],
])('%d seconds are %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})
