import { expect, test } from 'vitest'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import type { Refund } from '#contract/orders/refunds.ts'
import { refundedWords } from './refunded-words.ts'

const sent: Refund = {
  amount: 1250,
  who: 'seller',
  reason: 'not_met',
  at: new Date('2026-05-10T12:00:00Z'),
  isDone: true,
  isFailed: false,
  isByHand: false,
}
const book = { resalePrice: { minor: 1250, currency: 'USD' } } as OrderWithTimeline['book']
const words = (...refunds: Refund[]) => refundedWords({ book, paysInCash: false, refunds, disputes: [] })

test('what the bank kept for the buyer is theirs already', () => {
  const dispute = { status: 'lost', isInquiry: false, amount: 1250, at: sent.at, endedAt: sent.at } as const
  const disputes = [{ ...dispute, respondBy: null, cost: null }]
  expect(refundedWords({ book, paysInCash: false, refunds: [], disputes })).toBe(
    'Your card’s bank gave you the money back.',
  )
})

test('what a card’s refund takes days for is said only of money that is on its way by card', () => {
  expect(words(sent)).toBe('You get the whole amount back: $12.50. It can take a few days to arrive.')
  expect(words({ ...sent, isDone: false, isFailed: true })).toContain('A refund failed')
  const byHand = { ...sent, isByHand: true }
  expect(words(byHand)).toBe('The club gave you the whole amount back another way: $12.50.')
  expect(words({ ...byHand, amount: 500 }, { ...sent, amount: 750 })).toContain('It can take a few days')
})
