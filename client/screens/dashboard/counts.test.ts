import { expect, test } from 'vitest'
import { booksToAdvertise, buyersToMeet, ordersToDo, orNothing } from './counts.ts'

const buying = { toPay: 0, toCollect: 0, refundsFailed: 0 }
const selling = { toAdvertise: 0, askForCash: 0, toHandOver: 0, unpaid: 0 }

test('a buyer pays, collects and asks for money that failed to come back', () => {
  expect(ordersToDo(buying)).toBe('')
  expect(ordersToDo({ ...buying, toPay: 1 })).toBe('1 payment due')
  expect(ordersToDo({ toPay: 2, toCollect: 1, refundsFailed: 1 })).toBe(
    '2 payments due, 1 book to collect, 1 refund failed',
  )
})

test('a seller advertises, and buyers are grouped by what their seller does next', () => {
  expect([booksToAdvertise(selling), buyersToMeet(selling)]).toEqual(['', ''])
  expect(booksToAdvertise({ ...selling, toAdvertise: 6611 })).toBe('6,611 unsold books not advertised yet')
  expect(buyersToMeet({ ...selling, askForCash: 1, toHandOver: 2, unpaid: 1 })).toBe(
    '1 buyer asks to pay in cash, 2 books to hand over, 1 reserved, not paid yet',
  )
})

test('what a club has is counted to the last one', () => {
  expect([orNothing(0, 'seller'), orNothing(1, 'seller'), orNothing(12_034, 'seller')]).toEqual([
    '',
    '1 seller',
    '12,034 sellers',
  ])
})
