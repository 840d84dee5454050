import type { Account } from '#contract/accounts/accounts.ts'
import { bookFacts } from '#contract/books/book-facts.ts'
import type { Book } from '#contract/books/books.ts'
import { readPriceText } from '#contract/money/currencies.ts'
import { type Money } from '#contract/money/currency-digits.ts'
import { readFacts } from '#contract/wire-facts.ts'
import { memberName } from '#contract/wording.ts'
import type { Texts } from '#client/forms/typed-fields.ts'

/**
 * Preview of the book in a half-filled form, with placeholders for missing fields. It has no page: `id` and the
 * seller's are empty.
 */
export function previewBook(
  texts: Texts,
  about: { images: string[]; seller: Account; currency: string; now: Date; postedAt: Date },
): Book {
  const { images, seller, currency, now, postedAt } = about
  const typed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text?.trim()]))
  const price = (text = ''): Money => ({ minor: readPriceText(text, currency) ?? 0, currency })
  const facts = readFacts(bookFacts, typed)
  return {
    ...facts,
    id: '',
    title: facts.title || 'Your book',
    author: facts.author || 'Its writer',
    location: facts.location || 'Your town',
    originalPrice: price(typed.originalPrice),
    resalePrice: price(typed.resalePrice),
    yearOfPurchase: /^\d{4}$/.test(typed.yearOfPurchase ?? '') ? facts.yearOfPurchase : now.getUTCFullYear(),
    postedAt,
    seller: { id: '', name: memberName(seller), emailVerified: seller.emailVerified },
    state: 'unsold',
    isPaused: false,
    isAdvertised: false,
    images,
  }
}
