import { expect, test } from 'vitest'
import { changedPrice, readChange } from './change-of-price.ts'

test.each([
  ['USD', 1250, { percent: -10 }, 1125],
  ['USD', 999, { percent: -10 }, 899],
  ['USD', 1250, { percent: 15 }, 1438],
  ['USD', 1250, { amount: -200 }, 1050],
  ['USD', 100, { amount: -200 }, 0],
  ['USD', 1250, { to: 499 }, 499],
  ['JPY', 333, { percent: -10 }, 300],
  // Cards can't be charged any finer than ten fils.
  ['KWD', 1250, { percent: -10 }, 1130],
])('%s %s by %j is %s', (currency, minor, change, after) => {
  expect(changedPrice({ minor, currency }, change)).toEqual({ minor: after, currency })
})

test.each([
  ['lower', '10%', { percent: -10 }],
  ['raise', ' 5 % ', { percent: 5 }],
  ['lower', '2', { amount: -200 }],
  ['raise', '0,50', { amount: 50 }],
  ['set', '4.99', { to: 499 }],
  ['set', '10%', null],
  ['lower', '0', null],
  ['lower', '0%', null],
  ['raise', '100%', null],
  ['set', 'four', null],
] as const)('%s, %s reads as %j', (way, text, change) => {
  expect(readChange(way, text, 'USD')).toEqual(change)
})
