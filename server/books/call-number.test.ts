import { expect, test } from 'vitest'
import { callNumber } from './call-number.rules.ts'

test('a call number is category and writer’s surname, without a year that would be read as the edition’s', () => {
  const book = { category: 'novel-book' }
  expect(callNumber(book, 'Ursula Mara Ivens')).toBe('NOV · IVE')
  expect(callNumber({ category: null }, '村上')).toBe('村上')
  expect(callNumber(book)).toBe('NOV')
})

test.each([
  ['Kurt Vonnegut Jr.', 'VON'],
  ['Andre Dubus III', 'DUB'],
  ['يوسف القاضي', 'قاض'],
  ['القاضي', 'قاض'],
  ['Ahmad al-Ghazali', 'GHA'],
  ['Al Gore', 'GOR'],
  ['Alice Walker', 'WAL'],
  ['Antoine de Saint-Exupéry', 'SAI'],
])('the surname of %s begins with %s', (author, surname) => {
  expect(callNumber({ category: null }, author)).toBe(surname)
})
