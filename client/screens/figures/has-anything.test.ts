import { expect, test } from 'vitest'
import { hasAnything } from './has-anything.ts'

test('a new club has nothing to count', () => {
  const week = { begins: new Date(0), listings: 0, sales: 0, daysToSell: null, money: [] }
  expect(hasAnything([week])).toBe(false)
  expect(hasAnything([week, { ...week, listings: 1 }])).toBe(true)
})
