import { noFacts } from '#contract/books/book-facts.ts'
import type { Book } from '#contract/books/books.ts'

/** A book for sale, for tests without a database. */
export const sampleBook: Book = {
  ...noFacts,
  id: '0c2a3b1e-6a0e-4d0b-9d0a-0a4f5a0d9d11',
  title: 'Salt and Starlight',
  author: 'Mina Okafor, Lars Dahl',
  description: 'Letters between two lighthouses.',
  location: 'Old harbour',
  category: 'novel-book',
  condition: 'good',
  originalPrice: { minor: 2400, currency: 'USD' },
  resalePrice: { minor: 2000, currency: 'USD' },
  yearOfPurchase: 2019,
  postedAt: new Date('2026-11-01T10:00:00.000Z'),
  seller: { id: '2f6b6c0e-7a1e-4d0b-9d0a-0a4f5a0d9d12', name: 'Mina', emailVerified: true },
  state: 'unsold',
  isPaused: false,
  isAdvertised: false,
  images: ['/images/00112233445566778899aabbccddeeff/1200.webp'],
}
