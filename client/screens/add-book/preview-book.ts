import type { Account } from '#contract/accounts.ts'
import type { Book } from '#contract/books.ts'
import { CONDITIONS } from '#contract/conditions.ts'
import { readPriceText } from '#contract/currencies.ts'
import { type Money } from '#contract/currency-digits.ts'
import { publicName } from '#contract/wording.ts'
import type { Texts } from './draft.ts'

/**
 * The book that a half-filled form would make, with words of ours where nothing stands yet. It is nobody's book and
 * has no page: `id` and the seller's are empty.
 */
export function previewBook(
  texts: Texts,
  about: { images: string[]; seller: Account; currency: string; now: Date },
): Book {
  const { images, seller, currency, now } = about
  const text = (name: string, otherwise: string) => texts[name]?.trim() || otherwise
  const price = (name: string): Money => ({ minor: readPriceText(text(name, ''), currency) ?? 0, currency })
  const year = Number(texts.yearOfPurchase)
  return {
    id: '',
    title: text('book_name', 'Your book'),
    author: text('book_writer', 'Its writer'),
    description: text('description', ''),
    location: text('location', 'Your town'),
    category: text('category_name', '') || null,
    condition: CONDITIONS.find((known) => known === texts.condition) ?? null,
    originalPrice: price('originalPrice'),
    resalePrice: price('resalePrice'),
    yearOfPurchase: /^\d{4}$/.test(texts.yearOfPurchase?.trim() ?? '') ? year : now.getUTCFullYear(),
    postedAt: now,
    seller: { id: '', name: publicName(seller), emailVerified: seller.emailVerified },
    state: 'unsold',
    isAdvertised: false,
    images,
  }
}
