import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { bookFacts } from '#contract/books/book-facts.ts'
import { BINDINGS } from '#contract/books/editions.ts'
import { bookToWire, newBookIn, type Book } from '#contract/books/books.ts'
import { buyNowForm } from '#contract/orders/buy-now.ts'
import { readFacts } from '#contract/wire-facts.ts'
import { formOf } from './form-of.ts'
import { fieldsOf, type FieldName } from './typed-fields.ts'

const right = () => undefined

test('a field has the schema’s name, what it starts with, its problem and its rules', () => {
  const field = fieldsOf(formOf(buyNowForm), { phone: '030 1234' }, (name) =>
    name === 'phone' ? 'Too short' : undefined,
  )
  expect(field('phone')).toEqual({
    name: 'phone',
    defaultValue: '030 1234',
    problem: 'Too short',
    required: false,
    type: 'tel',
  })
  expect(field('meetingLocation')).toMatchObject({ name: 'meetingLocation', defaultValue: undefined })
})

test('a name that is none of the schema’s does not compile, nor is a list a field', () => {
  const field = fieldsOf(formOf(newBookIn('USD')), {}, right)
  // @ts-expect-error -- there is no such field
  field('book_title')
  // @ts-expect-error -- more than one text
  field('images')
  expectTypeOf<FieldName<typeof buyNowForm>>().toEqualTypeOf<'phone' | 'meetingLocation' | 'payment'>()
})

test('what may stay empty or away is not required', () => {
  const required = Object.entries(formOf(newBookIn('USD')).rules).filter(([, rules]) => rules.required)
  expect(required.map(([name]) => name)).toEqual([
    'book_img',
    'book_name',
    'book_writer',
    'yearOfPurchase',
    'description',
    'originalPrice',
    'resalePrice',
    'location',
    'mobileNumber',
  ])
  const role = z._default(z.enum(['buyer', 'seller']), 'buyer')
  expect(formOf(z.object({ role })).rules).toEqual({ role: { required: false } })
})

test.each([
  ['USD', 'yearPublished', { inputMode: 'numeric' }],
  ['USD', 'resalePrice', { inputMode: 'decimal' }],
  ['JPY', 'resalePrice', { inputMode: 'numeric' }],
  ['USD', 'mobileNumber', { type: 'tel' }],
])('in %s the schema says of %s which keys it is typed with', (currency, name, keys) => {
  expect(formOf(newBookIn(currency)).rules[name]).toMatchObject(keys)
})

test('before the schema is there a field has its name', () => {
  expect(fieldsOf<typeof buyNowForm>(null, {}, right)('phone')).toEqual({
    name: 'phone',
    defaultValue: undefined,
    problem: undefined,
  })
})

test('a form can start with a listed book as it is on the wire', () => {
  const usd = (minor: number) => ({ minor, currency: 'USD' })
  const book: Book = {
    ...readFacts(bookFacts, { book_name: 'Salt', binding: BINDINGS[0], yearOfPurchase: '2019', location: 'Halle' }),
    id: '92b2a8df-60da-4fd5-a5c4-4d1ac54067d8',
    originalPrice: usd(2000),
    resalePrice: usd(1250),
    postedAt: new Date(0),
    seller: { id: '92b2a8df-60da-4fd5-a5c4-4d1ac54067d9', name: 'Ida', emailVerified: true, mobileNumber: '030 1234' },
    state: 'unsold',
    isPaused: false,
    isAdvertised: false,
    images: ['/a'],
  }
  const field = fieldsOf(formOf(newBookIn('USD')), bookToWire(book), right)
  const names = ['book_name', 'resalePrice', 'yearOfPurchase', 'binding', 'mobileNumber', 'book_img'] as const
  expect(names.map((name) => field(name).defaultValue)).toEqual([
    'Salt',
    '12.50',
    '2019',
    BINDINGS[0],
    '030 1234',
    '/a',
  ])
})
