import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { book, newBookIn } from './books.ts'
import { yearsOfUse } from '#contract/wording.ts'
import { sampleBook as listed } from '#tests/kit/books/sample-book.ts'

describe('a book on the wire', () => {
  test('has its edition’s fields where they are filled in, and leaves them out otherwise', () => {
    const edition = {
      isbn: '9780306406157',
      publisher: 'Harbour Press',
      yearPublished: 2008,
      language: 'en',
      binding: 'hardback' as const,
    }
    const wire = z.encode(book, { ...listed, ...edition })
    expect(wire).toMatchObject({ ...edition, yearPublished: '2008' })
    expect(z.decode(book, wire)).toEqual({ ...listed, ...edition })
    for (const name of Object.keys(edition)) expect(z.encode(book, listed)).not.toHaveProperty(name)
  })

  test.each(['unsold', 'claimed', 'sold'] as const)('comes back the same when %s', (state) => {
    const there = { ...listed, state, category: null, condition: null }
    expect(z.decode(book, z.encode(book, there))).toEqual(there)
  })

  test('is sold on the wire from the claim on, and reserved while unpaid', () => {
    expect(z.encode(book, { ...listed, state: 'claimed' })).toMatchObject({ available: 'sold', reserved: true })
    expect(z.encode(book, { ...listed, state: 'sold' })).not.toHaveProperty('reserved')
  })

  test('has no contacts unless they were put there', () => {
    expect(Object.keys(z.encode(book, listed))).not.toEqual(expect.arrayContaining(['email']))
    expect(Object.keys(z.encode(book, listed))).not.toEqual(expect.arrayContaining(['mobileNumber']))
  })
})

describe('a new book', () => {
  const form = {
    book_name: ' Salt and Starlight ',
    book_writer: 'Mina Okafor',
    book_img: '/images/a/1200.webp',
    originalPrice: '24',
    resalePrice: '12,50',
    mobileNumber: '+49 170 1234567',
    location: 'Old harbour',
    description: 'Letters.\nAnd more letters.',
    yearOfPurchase: '2019',
  }

  test('says what it knows of its edition, and nothing of it is needed', () => {
    const edition = {
      isbn: 'ISBN 0-306-40615-2',
      publisher: ' Harbour Press ',
      yearPublished: String(new Date().getUTCFullYear() + 1),
      language: 'grc',
      binding: 'board book',
    }
    expect(z.decode(newBookIn('USD'), { ...form, ...edition })).toMatchObject({
      isbn: '9780306406157',
      publisher: 'Harbour Press',
      yearPublished: new Date().getUTCFullYear() + 1,
      language: 'grc',
      binding: 'board book',
    })
    const nothing = { isbn: '', publisher: ' ', yearPublished: '', language: '', binding: '' }
    for (const said of [nothing, {}])
      expect(z.decode(newBookIn('USD'), { ...form, ...said })).toMatchObject({
        isbn: null,
        publisher: null,
        yearPublished: null,
        language: null,
        binding: null,
      })
  })

  test.each([
    'ISBN-13: 978-0-306-40615-7',
    'ISBN 13 978–0306406157 (pbk.)',
    'ISBN10: 0306406152',
    'urn:isbn:9780306406157',
    '978.0.306.40615.7',
    '９７８０３０６４０６１５７',
    // Of a British book before 1970.
    'SBN 306 40615 2',
  ])('%s is an ISBN there', (isbn) => {
    expect(z.decode(newBookIn('USD'), { ...form, isbn })).toMatchObject({ isbn: '9780306406157' })
  })

  test.each([
    ['isbn', '978-0-306-40615-8', /last digit/],
    ['isbn', '0306406153', /last digit/],
    ['isbn', '12345', /10 or 13 digits/],
    ['isbn', '306406153', /10 or 13 digits/],
    ['isbn', '(9780306406157', /10 or 13 digits/],
    ['isbn', '97803064O6157', /10 or 13 digits/],
    ['publisher', 'x'.repeat(201), /200 characters/],
    ['yearPublished', '1449', /from 1450 to next year/],
    ['yearPublished', String(new Date().getUTCFullYear() + 2), /from 1450 to next year/],
    ['yearPublished', '’19', /four digits/],
    ['language', 'klingon', /language/],
    ['binding', 'Hardcover', /hardback, paperback/],
  ])('%s %s is refused there, with words', (field, text, words) => {
    const { error } = z.safeDecode(newBookIn('USD'), { ...form, [field]: text })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [field, expect.stringMatching(words)],
    ])
  })
})

test('years of use are counted by calendar year', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(yearsOfUse(2019, now)).toBe(7)
  expect(yearsOfUse(2026, now)).toBe(0)
})
