import { describe, expect, test } from 'vitest'
import type { Book } from '#contract/books/books.ts'
import { asCard, asCover } from './as-shown.ts'
import { shortDescription } from './book-words.ts'

const aBook = (facts: Partial<Book>) => facts as Book
const descriptions = [
  '',
  ' \n'.repeat(30),
  'Some notes in pencil.',
  'x'.repeat(40),
  'x'.repeat(41),
  `${'x'.repeat(40)}...`,
  `${'x'.repeat(39)} yes`,
  `${'x'.repeat(39)}${' '.repeat(20)}`,
  'A good copy. '.repeat(300),
  '👩‍👩‍👧'.repeat(39),
  '👩‍👩‍👧'.repeat(41),
  'é'.repeat(50),
]

describe('a book for a card', () => {
  test.each(descriptions)('shows the same of “%s”', (description) => {
    const book = aBook({ description })
    expect(shortDescription(asCard(book))).toBe(shortDescription(book))
  })

  test('has not much more than that', () => {
    expect(asCard(aBook({ description: 'A good copy. '.repeat(300) })).description.length).toBeLessThan(50)
  })
})

test('a book for a row of covers has nothing of its seller, and one picture', () => {
  const shown = { id: '1', title: 'Dune', author: 'Frank Herbert', resalePrice: { minor: 1250, currency: 'USD' } }
  const seller = { id: '2', name: 'Ada', emailVerified: true }
  expect(asCover(aBook({ ...shown, seller, images: ['/a.webp', '/b.webp'] }))).toEqual({
    ...shown,
    images: ['/a.webp'],
  })
})
