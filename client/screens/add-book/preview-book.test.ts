import { expect, test } from 'vitest'
import type { Account } from '#contract/accounts/accounts.ts'
import { previewBook } from './preview-book.ts'

const seller: Account = {
  id: 'ida',
  identityId: 'ida',
  name: 'Ida Holm',
  email: 'ida@example.org',
  emailVerified: true,
  role: 'seller',
  photoUrl: null,
  joinedAt: new Date('2026-01-01'),
}
const about = {
  images: ['/a'],
  seller,
  currency: 'USD',
  now: new Date('2026-11-21T12:00:00Z'),
  postedAt: new Date('2026-11-20'),
}

test('an empty form makes a card with words of ours', () => {
  expect(previewBook({}, about)).toMatchObject({
    postedAt: about.postedAt,
    title: 'Your book',
    author: 'Its writer',
    resalePrice: { minor: 0, currency: 'USD' },
    yearOfPurchase: 2026,
    category: null,
    condition: null,
    seller: { name: 'Ida Holm', emailVerified: true },
    state: 'unsold',
    images: ['/a'],
  })
})

test('what is filled in shows as buyers will see it', () => {
  const texts = {
    book_name: ' Salt ',
    resalePrice: '12,5',
    originalPrice: 'free',
    yearOfPurchase: '2019',
    condition: 'fair',
    category_name: 'cook-book',
  }
  expect(previewBook(texts, about)).toMatchObject({
    title: 'Salt',
    resalePrice: { minor: 1250 },
    originalPrice: { minor: 0 },
    yearOfPurchase: 2019,
    condition: 'fair',
    category: 'cook-book',
  })
})

test('it is nobody’s book: neither the seller’s own nor a link to anywhere', () => {
  expect(previewBook({}, about)).toMatchObject({ id: '', seller: { id: '' } })
})

test('a seller without a name is called what the card will say: never a whole address', () => {
  const nameless = { ...seller, id: 'c0ffee00-0000-4000-8000-000000000000', name: '' }
  expect(previewBook({}, { ...about, seller: nameless }).seller.name).toBe('Member C0FF')
})
