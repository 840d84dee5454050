import { expect, test } from 'vitest'
import { bookCount } from './book-count.ts'

test.each([
  [36, true, { count: 36, orMore: false }, '36 books'],
  [1, true, null, '1 book'],
  // One was sold between counting and reading.
  [35, true, { count: 36, orMore: false }, '35 books'],
  [24, false, { count: 36, orMore: false }, '24 of 36 books'],
  [24, false, { count: 1000, orMore: true }, '24 of 1,000+ books'],
  [24, false, { count: 3400, isAbout: true }, '24 of about 3,400 books'],
  [3408, false, { count: 3400, isAbout: true }, 'Showing 3,408 books'],
  [24, false, null, 'Showing 24 books'],
  // Walked past the limit of counting, or past a count that has become too low.
  [1008, false, { count: 1000, orMore: true }, 'Showing 1,008 books'],
  [48, false, { count: 47, orMore: false }, 'Showing 48 books'],
])('%s books, all of them: %s, counted %j: %s', (shown, isAll, total, words) => {
  expect(bookCount(shown, isAll, total)).toBe(words)
})
