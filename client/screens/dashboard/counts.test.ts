import { expect, test } from 'vitest'
import type { Book } from '#contract/books/books.ts'
import type { Order } from '#contract/orders/orders.ts'
import { booksToAdvertise, buyersToMeet, howMany, ordersToDo } from './counts.ts'

const orders = (...states: Order['state'][]) => states.map((state) => ({ state, paysInCash: false }) as Order)
const cashOrder = { state: 'claimed', paysInCash: true } as Order
const book = (state: Book['state'], isAdvertised: boolean) => ({ state, isAdvertised }) as Book
const whole = <Item>(items: Item[]) => ({ items, next: null })
const cut = <Item>(items: Item[]) => ({ items, next: 'more' })

test('only claimed orders wait for payment, and those in cash for the seller', () => {
  expect(ordersToDo(whole([cashOrder]))).toBe('')
  expect(ordersToDo(whole(orders('claimed', 'expired')))).toBe('1 payment due')
  expect(ordersToDo(whole(orders('claimed', 'claimed')))).toBe('2 payments due')
  expect(ordersToDo(cut(orders('claimed')))).toBe('1+ payments due')
  expect(ordersToDo(whole(orders('handed_over', 'cancelled')))).toBe('')
})

test('a book that is paid or agreed on is the buyer’s to collect', () => {
  expect(ordersToDo(whole(orders('paid', 'claimed', 'done')))).toBe('1 payment due, 1 book to collect')
  expect(ordersToDo(whole([{ ...cashOrder, state: 'agreed' }, ...orders('paid')]))).toBe('2 books to collect')
})

test('money that failed to come back is the buyer’s to ask for', () => {
  const refunded = orders('refunded').map((order) => ({ ...order, hasFailedRefund: true }))
  expect(ordersToDo(whole([...refunded, ...orders('refunded')]))).toBe('1 refund failed')
})

test('books to advertise are unsold and quiet', () => {
  expect(booksToAdvertise(whole([book('unsold', false), book('unsold', true), book('sold', false)]))).toBe(
    '1 unsold book not advertised yet',
  )
  expect(booksToAdvertise(whole([book('claimed', false)]))).toBe('')
})

test('buyers are told apart by what their seller does next', () => {
  expect(buyersToMeet(whole(orders('paid', 'claimed', 'agreed', 'done')))).toBe(
    '2 books to hand over, 1 reserved, not paid yet',
  )
  expect(buyersToMeet(whole([cashOrder]))).toBe('1 buyer asks to pay in cash')
  expect(buyersToMeet(whole(orders('claimed')))).toBe('1 reserved, not paid yet')
  expect(buyersToMeet(whole([]))).toBe('')
})

test('an admin’s lists are counted as far as one reading goes', () => {
  expect(howMany(whole([]), 'open report', 'open reports')).toBe('')
  expect(howMany(whole([{}]), 'seller', 'sellers')).toBe('1 seller')
  expect(howMany(cut([{}, {}]), 'seller', 'sellers')).toBe('2+ sellers')
})
