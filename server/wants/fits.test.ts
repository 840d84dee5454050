import { expect, test } from 'vitest'
import type { BookRow } from '#server/books/books.public.ts'
import { fits, listingOf, readSearch } from './fits.ts'

const book = {
  title: 'To Kill a Mockingbird',
  author: 'Harper Lee',
  publisher: 'Lippincott',
  description: 'The Éire edition.',
  isbn: '9780061120084',
  category: 'novel-book',
  condition: 'good',
  language: 'en',
  binding: 'paperback',
  location: 'Harbour Square',
  resalePrice: 1250,
  currency: 'USD',
  yearPublished: 1960,
  sellerId: '11111111-1111-4111-8111-111111111111',
  sellerEmailVerified: true,
  images: [],
} as unknown as BookRow

test.each([
  ['q=mockingbird', true],
  ['q=LEE+mockingbird', true],
  ['q=%22kill+a+mockingbird%22', true],
  ['q=%22mockingbird+kill%22', false],
  ['q=%22mockingbird+harper%22', false],
  ['q=mockingbird+-lippincott', false],
  ['q=eire', true],
  ['q=mockingbirds', false],
  ['q=0-06-112008-1', true],
  ['q=978-0-06-112008-4', true],
  ['q=9780061120085', false],
  ['q=lee&category=novel-book,story-book&condition=good', true],
  ['q=lee&category=cook-book', false],
  ['q=lee&condition=fair', false],
  ['q=lee&language=de', false],
  ['q=lee&binding=paperback', true],
  ['q=lee&location=harbour+square', true],
  ['q=lee&location=Harbour', false],
  ['q=lee&price_from=12.50&price_to=12.50', true],
  ['q=lee&price_to=12', false],
  ['q=lee&published_from=1961', false],
  ['q=lee&published_from=1960&published_to=1960', true],
  ['q=lee&seller=11111111-1111-4111-8111-111111111111', true],
  ['q=lee&seller=22222222-2222-4222-8222-222222222222', false],
  ['q=lee&verified=true', true],
  ['q=lee&photo=true', false],
])('%s: %s', (search, found) => {
  expect(fits(readSearch(search), listingOf(book))).toBe(found)
})
