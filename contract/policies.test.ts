import { describe, expect, test } from 'vitest'
import { mayChangeRole, mayClose, mayNameEmail, maySignUpAs } from '#contract/accounts/accounts.policy.ts'
import { lockedFields, mayAdvertise, mayBuy, mayDelete, mayEdit } from '#contract/books/books.policy.ts'
import { orderStates, type OrderState } from '#contract/orders/order-life.ts'
import {
  mayActAsBuyer,
  mayActAsSeller,
  mayAgreeToCash,
  mayCancel,
  mayChooseCash,
  mayConfirmReceipt,
  mayEnterCode,
  mayPay,
  mayRelease,
  maySeeOrder,
} from '#contract/orders/orders.policy.ts'
import { mayOpenProblem, maySettle } from '#contract/orders/problems.policy.ts'

const book = (state: 'unsold' | 'claimed' | 'sold') => ({ state, isPaused: false, seller: { id: 'seller' } })

describe('a book', () => {
  test.each([
    ['buyer', true, 'unsold', 'yes'],
    ['buyer', true, 'claimed', 'book_not_for_sale'],
    ['buyer', true, 'sold', 'book_not_for_sale'],
    ['other', false, 'unsold', 'wrong_role'],
    ['seller', true, 'unsold', 'own_book'],
    ['seller', false, 'sold', 'own_book'],
  ] as const)('is bought by %s (acts as buyer: %s) while %s: %s', (id, isBuyer, state, answer) => {
    expect(mayBuy({ id, isBuyer }, book(state))).toBe(answer)
  })

  test('is not bought while its seller is away, nor said to be away once it is reserved', () => {
    const away = (state: 'unsold' | 'claimed') => ({ ...book(state), isPaused: true })
    const buyer = { id: 'buyer', isBuyer: true }
    expect([mayBuy(buyer, away('unsold')), mayBuy(buyer, away('claimed'))]).toEqual([
      'listing_paused',
      'book_not_for_sale',
    ])
    expect(mayBuy({ id: 'seller', isBuyer: true }, away('unsold'))).toBe('own_book')
  })

  test.each([
    ['unsold', 'yes', 'yes', 'yes', []],
    ['claimed', 'book_sold', 'book_claimed', 'yes', ['book_img', 'condition', 'originalPrice', 'resalePrice']],
    ['sold', 'book_sold', 'yes', 'book_sold', []],
  ] as const)(
    'while %s: advertised %s, deleted %s, edited %s but for %s',
    (state, advertised, deleted, edited, locked) => {
      const copy = book(state)
      expect([mayAdvertise(copy), mayDelete(copy), mayEdit(copy)]).toEqual([advertised, deleted, edited])
      expect(lockedFields(copy)).toEqual(locked)
    },
  )
})

describe('an order', () => {
  const order = { buyerId: 'buyer', sellerId: 'seller' }

  test.each([
    ['buyer', 'buyer', 'yes', 'yes'],
    ['seller', 'seller', 'yes', 'not_found'],
    ['boss', 'admin', 'yes', 'not_found'],
    ['stranger', 'buyer', 'not_found', 'not_found'],
  ] as const)('%s (%s) sees it: %s; pays and cancels: %s', (id, role, sees, acts) => {
    expect([maySeeOrder({ id, role }, order), mayActAsBuyer(id, order)]).toEqual([sees, acts])
  })

  const unpaid = (state: OrderState, isPaymentProcessing = false) => ({ state, isPaymentProcessing })

  test('is nobody’s to move while the payment is on its way', () => {
    for (const may of [mayPay, mayCancel, mayRelease, mayEnterCode, mayConfirmReceipt])
      expect(may(unpaid('agreed', true))).toBe('order_not_open')
    for (const paysInCash of [true, false])
      for (const may of [mayChooseCash, mayAgreeToCash])
        expect(may({ ...unpaid('claimed', true), paysInCash })).toBe('order_not_open')
  })

  test('is cancelled before it is paid', () => {
    expect(mayCancel(unpaid('claimed'))).toBe('yes')
    for (const state of ['paid', 'handed_over', 'done', 'cancelled', 'expired', 'refunded'] as const)
      expect(mayCancel(unpaid(state))).toBe('order_not_open')
  })

  test('is agreed to where its buyer chose cash, which is chosen once', () => {
    const [card, cash] = [false, true].map((paysInCash) => ({ ...unpaid('claimed'), paysInCash }))
    expect([mayChooseCash(card!), mayChooseCash(cash!)]).toEqual(['yes', 'order_not_open'])
    expect([mayAgreeToCash(card!), mayAgreeToCash(cash!)]).toEqual(['order_not_open', 'yes'])
  })

  test('is handed over by its seller once it is agreed or paid', () => {
    expect(orderStates.filter((state) => mayEnterCode(unpaid(state)) === 'yes')).toEqual(['agreed', 'paid'])
    expect([mayActAsSeller('seller', order), mayActAsSeller('buyer', order)]).toEqual(['yes', 'not_found'])
  })
})

describe('a problem with an order', () => {
  test('is opened where the order’s life has it, and one at a time', () => {
    const may = (state: 'claimed' | 'paid' | 'done', hasProblem = false) => mayOpenProblem({ state, hasProblem })
    expect([may('claimed'), may('paid'), may('paid', true), may('done')]).toEqual([
      'order_not_open',
      'yes',
      'problem_open',
      'order_not_open',
    ])
  })

  test('is settled by who opened it, as long as it is open', () => {
    const open = { openedBy: 'seller', endedAt: null } as const
    const sides = ['buyer', 'seller', 'club'] as const
    expect(sides.map((side) => maySettle(side, open))).toEqual(['not_found', 'yes', 'not_found'])
    expect(maySettle('seller', { ...open, endedAt: new Date() })).toBe('problem_changed')
  })
})

describe('an account', () => {
  test('of an admin stays one, and nobody else becomes one', () => {
    for (const role of ['user', 'buyer', 'seller'] as const)
      expect([mayChangeRole({ role }), maySignUpAs(role)]).toEqual(['yes', 'yes'])
    expect([mayChangeRole({ role: 'admin' }), maySignUpAs('admin')]).toEqual(['role_not_allowed', 'role_not_allowed'])
  })

  test('is closed by an admin, unless it is an admin’s', () => {
    const admin = { id: 'boss' }
    expect(mayClose(admin, { id: 'buyer', role: 'buyer' })).toBe('yes')
    expect(mayClose(admin, { id: 'other', role: 'admin' })).toBe('account_protected')
    expect(mayClose(admin, { id: 'boss', role: 'buyer' })).toBe('account_protected')
  })

  test('names its own email address or none', () => {
    const account = { email: 'own@example.org' }
    expect([mayNameEmail(account, undefined), mayNameEmail(account, account.email)]).toEqual(['yes', 'yes'])
    expect(mayNameEmail(account, 'theirs@example.org')).toBe('not_your_email')
  })
})
