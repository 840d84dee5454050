import { expect, test } from 'vitest'
import { changedPrice } from './change-of-price.ts'

test.each([
  ['USD', 1250, { percent: -10 }, 1125],
  ['USD', 999, { percent: -10 }, 899],
  ['USD', 1250, { percent: 15 }, 1438],
  ['USD', 1250, { amount: -200 }, 1050],
  ['USD', 100, { amount: -200 }, 0],
  ['JPY', 333, { percent: -10 }, 300],
  // Cards can't be charged any finer than ten fils.
  ['KWD', 1250, { percent: -10 }, 1130],
])('%s %s by %j is %s', (currency, minor, change, after) => {
  expect(changedPrice({ minor, currency }, change)).toEqual({ minor: after, currency })
})
