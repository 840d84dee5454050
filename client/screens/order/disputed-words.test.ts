import { expect, test } from 'vitest'
import type { Dispute } from '#contract/orders/disputes.ts'
import { areRefundsBarred } from './disputed-words.tsx'

const dispute = (given: Partial<Dispute>): Dispute => ({
  status: 'needs_response',
  isInquiry: false,
  amount: 1250,
  at: new Date(),
  endedAt: null,
  respondBy: null,
  cost: null,
  ...given,
})

test.each([
  ['the bank has the payment', true, {}, true],
  ['it only asks', true, { isInquiry: true }, false],
  ['it has a payment that paid for nothing', false, {}, false],
  ['it is done', false, { endedAt: new Date() }, false],
])('whether refunds are barred where %s', (_, isDisputed, given, isBarred) => {
  expect(areRefundsBarred({ isDisputed, disputes: [dispute(given)] })).toBe(isBarred)
})
