import { expect, test } from 'vitest'
import type { Account } from '#contract/accounts/accounts.ts'
import type { Book } from '#contract/books/books.ts'
import type { Order } from '#contract/orders/orders.ts'
import { booksToAdvertise, buyersToMeet, ordersToPay, people } from './counts.ts'

const orders = (...states: Order['state'][]) => states.map((state) => ({ state, paysInCash: false }) as Order)
const cashOrder = { state: 'claimed', paysInCash: true } as Order
const book = (state: Book['state'], isAdvertised: boolean) => ({ state, isAdvertised }) as Book
const whole = <Item>(items: Item[]) => ({ items, next: null })
const cut = <Item>(items: Item[]) => ({ items, next: 'more' })

test('only claimed orders wait for payment, and those in cash for the seller', () => {
  expect(ordersToPay(whole([cashOrder]))).toBe('')
  expect(ordersToPay(whole(orders('claimed', 'paid', 'expired')))).toBe('1 payment due')
  expect(ordersToPay(whole(orders('claimed', 'claimed')))).toBe('2 payments due')
  expect(ordersToPay(cut(orders('claimed')))).toBe('1+ payments due')
  expect(ordersToPay(whole(orders('paid', 'cancelled')))).toBe('')
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

test('people are counted as far as one reading goes', () => {
  expect(people(whole([{} as Account]), 'seller', 'sellers')).toBe('1 seller')
  expect(people(cut([{} as Account, {} as Account]), 'seller', 'sellers')).toBe('2+ sellers')
})
