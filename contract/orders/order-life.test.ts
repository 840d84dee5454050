import { expect, test } from 'vitest'
import { isLiveState, isPaidState, nextOrderState, orderLife, orderStates, type OrderState } from './order-life.ts'

test('every transition leads to a state of the table', () => {
  for (const steps of Object.values(orderLife)) {
    for (const next of Object.values(steps)) expect(orderStates).toContain(next)
  }
})

test('only an unpaid order can be paid, be cancelled or expire', () => {
  for (const transition of ['buyer_pays', 'buyer_cancels', 'seller_releases', 'time_expires'] as const) {
    expect(orderStates.filter((state) => nextOrderState(state, transition) !== null)).toEqual(['claimed', 'agreed'])
  }
})

test('a state that is not the end is ended by a person or by time; only refunds and chargebacks come after the end', () => {
  const stepsOf = (state: OrderState) => Object.keys(orderLife[state])
  const afterTheEnd = new Set<string>([
    'provider_refunds',
    'provider_refunds_part',
    'late_payment_arrives',
    'seller_relists',
    ...Object.keys(orderLife.done).filter((step) => step.startsWith('bank_')),
  ])
  const [live, over] = [orderStates.filter(isLiveState), orderStates.filter((state) => !isLiveState(state))]
  for (const state of live) expect(stepsOf(state).filter((step) => step.startsWith('time_'))).toHaveLength(1)
  for (const state of over) expect(stepsOf(state).filter((step) => !afterTheEnd.has(step))).toEqual([])
})

test('money that comes too late goes back', () => {
  expect(nextOrderState('expired', 'late_payment_arrives')).toBe('refunded')
  expect(nextOrderState('cancelled', 'late_payment_arrives')).toBe('refunded')
  expect(nextOrderState('refunded', 'late_payment_arrives')).toBeNull()
})

test('a payment that the bank keeps is no longer a sale, whenever that was; until then the order stays as it is', () => {
  const paid = ['paid', 'handed_over', 'done', 'refunded'] as const
  for (const state of orderStates) {
    const isPaid = paid.some((one) => one === state)
    expect(nextOrderState(state, 'bank_keeps')).toBe(isPaid ? 'refunded' : null)
    expect(nextOrderState(state, 'bank_keeps_part')).toBe(isPaidState(state) ? state : null)
    for (const transition of ['bank_asks', 'bank_disputes', 'bank_gives_in'] as const)
      expect(nextOrderState(state, transition)).toBe(isPaid ? state : null)
  }
})

test('a problem is opened while both sides have agreed and neither is done, and leaves the state as it is', () => {
  const stays = orderStates.filter((state) => nextOrderState(state, 'either_opens_problem') === state)
  expect(stays).toEqual(['agreed', 'paid', 'handed_over'])
  for (const transition of ['either_answers', 'opener_settles'] as const)
    expect(orderStates.filter((state) => nextOrderState(state, transition) === state)).toEqual(stays)
})
