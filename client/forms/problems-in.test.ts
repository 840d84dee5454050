import { expect, test } from 'vitest'
import { newBookIn } from '#contract/books/books.ts'
import { problemsIn } from './problems-in.ts'

const texts = {
  book_img: 'chosen',
  book_name: 'The Lamp Lighter',
  book_writer: 'Ida Moor',
  originalPrice: '20',
  resalePrice: '12,50',
  mobileNumber: '+49 30 1234',
  location: 'Leipzig',
  description: 'Read once.',
  yearOfPurchase: '2019',
}
const problemsOf = (said: Record<string, string>) => problemsIn(newBookIn('USD').safeParse({ ...texts, ...said }).error)
const wrongWith = (said: Record<string, string>) => problemsOf(said).map(({ field }) => field)

test('nothing is wrong with a complete form', () => {
  expect(wrongWith({})).toEqual([])
})

test.each(Object.keys(texts))('without %s the field is named', (name) => {
  expect(wrongWith({ [name]: '' })).toEqual([name])
})

test.each([
  ['resalePrice', '-5', 'Write a price such as 12.50'],
  ['resalePrice', '1e9', 'Write a price such as 12.50'],
  ['resalePrice', 'free', 'Write a price such as 12.50'],
  ['resalePrice', '0.49', 'The lowest price is $0.50'],
  ['originalPrice', '1,000.00', 'Write a price such as 12.50'],
  ['mobileNumber', '12-34', 'Enter 5 to 20 digits'],
  ['mobileNumber', `call me\n${'!'.repeat(40)}`, 'on one line'],
  ['yearOfPurchase', '1449', 'Enter a year from 1450'],
  ['yearOfPurchase', '19', 'four digits'],
  ['yearOfPurchase', '’19', 'four digits'],
])('%s %j is wrong, which is said once, in words', (name, text, words) => {
  expect(problemsOf({ [name]: text })).toEqual([{ field: name, message: expect.stringContaining(words) }])
})

test('one complaint per field, in the form’s order, each telling which', () => {
  const empty = Object.fromEntries(Object.keys(texts).map((name) => [name, ' ']))
  const problems = problemsIn(newBookIn('USD').safeParse({ ...empty, book_img: '' }).error)
  expect(problems.map(({ field }) => field).slice(0, 4)).toEqual([
    'book_img',
    'book_name',
    'book_writer',
    'yearOfPurchase',
  ])
  expect(new Set(problems.map(({ message }) => message)).size).toBe(9)
})
