import { expect, test } from 'vitest'
import { expiredSince, refetchDelay } from './claims.ts'

const now = Date.UTC(2030, 0, 1)
const order = (id: string, state: 'claimed' | 'paid' | 'expired', inMs = 0) => ({
  id,
  state,
  payBy: new Date(now + inMs),
})

test('the earliest end of a claim decides; paid and ended orders have none', () => {
  const orders = [
    order('a', 'claimed', 60_000),
    order('b', 'claimed', 5000),
    order('c', 'expired', -9),
    order('d', 'paid', 1),
  ]
  expect(refetchDelay(orders, now, 0)).toBe(6000)
  expect(refetchDelay([order('c', 'expired'), order('d', 'paid')], now, 0)).toBeNull()
})

test('a claim that ended a while ago by our clock is asked for again and again, ever more patiently', () => {
  const overdue = [order('a', 'claimed', -60_000)]
  expect([0, 1, 2, 9].map((attempts) => refetchDelay(overdue, now, attempts))).toEqual([1000, 2000, 4000, 32_000])
})

test('a claim of months does not overflow the timer', () => {
  expect(refetchDelay([order('a', 'claimed', 90 * 86_400_000)], now, 0)).toBe(2 ** 31 - 1)
})

test('only what was claimed and is expired now expired in between', () => {
  const before = [order('a', 'claimed'), order('b', 'claimed'), order('c', 'expired')]
  const after = [order('a', 'expired'), order('b', 'paid'), order('c', 'expired'), order('d', 'expired')]
  expect(expiredSince(before, after).map(({ id }) => id)).toEqual(['a'])
})
