import { expect, test } from 'vitest'
import { nextOrderState, orderLife, orderStates } from './order-life.ts'

test('every transition leads to a state of the table', () => {
  for (const steps of Object.values(orderLife)) {
    for (const next of Object.values(steps)) expect(orderStates).toContain(next)
  }
})

test('only a claimed order can be paid, be cancelled or expire', () => {
  for (const transition of ['buyer_pays', 'buyer_cancels', 'time_expires'] as const) {
    expect(orderStates.filter((state) => nextOrderState(state, transition) !== null)).toEqual(['claimed'])
  }
})

test('money that comes too late goes back', () => {
  expect(nextOrderState('expired', 'late_payment_arrives')).toBe('refunded')
  expect(nextOrderState('cancelled', 'late_payment_arrives')).toBe('refunded')
  expect(nextOrderState('refunded', 'late_payment_arrives')).toBeNull()
})
