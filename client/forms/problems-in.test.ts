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
const wrongWith = (said: Record<string, string>) =>
  problemsIn(newBookIn('USD').safeParse({ ...texts, ...said }).error).map(({ field }) => field)

test('nothing is wrong with a complete form', () => {
  expect(wrongWith({})).toEqual([])
})

test.each(Object.keys(texts))('without %s the field is named', (name) => {
  expect(wrongWith({ [name]: '' })).toEqual([name])
})

test.each([
  ['resalePrice', '-5'],
  ['resalePrice', 'free'],
  ['yearOfPurchase', '19'],
  ['mobileNumber', `call me\n${'!'.repeat(40)}`],
])('%s %j is wrong, which is said once', (name, text) => {
  expect(wrongWith({ [name]: text })).toEqual([name])
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
