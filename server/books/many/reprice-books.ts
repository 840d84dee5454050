import * as z from 'zod/mini'
import { lockedFields, mayEdit } from '#contract/books/books.policy.ts'
import type { ManyChanged } from '#contract/books/many-books.ts'
import { priceText } from '#contract/money/currency-digits.ts'
import { resalePriceIn } from '#contract/money/money.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import type { OwnBook } from '../book.columns.ts'
import { findLowestPrice } from '../book-prices.sql.ts'
import { comparedSince, reductionTo } from '../books.rules.ts'
import { updateBook } from '../books.sql.ts'
import { lockBooksOfSeller } from './own-books.sql.ts'

/** Prices as texts of the shop's currency. */
interface Repricing {
  book: string
  from: string
  to: string
}
export type PriceVerdict = { price: number } | 'same' | { code: string; reason: string }

/**
 * Reprices many of a seller's books, in one transaction. Reports book by book what stays: others', sold and reserved
 * ones, invalid prices, and a stale price. Each change is recorded, an undo too, so that neither fakes a reduction.
 * Called twice, it changes nothing the second time.
 */
export async function repriceBooks(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  sellerId: string,
  prices: readonly Repricing[],
): Promise<ManyChanged> {
  const now = services.clock.now()
  const { currency } = services.shop
  const wanted = new Map(prices.map((one) => [one.book, one]))
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    const found = await lockBooksOfSeller(tx, [...wanted.keys()], sellerId)
    const result: ManyChanged = { changed: [], refused: [] }
    for (const [id, one] of wanted) {
      const book = found.get(id)
      const verdict = judgePrice(book, one, currency)
      if (verdict === 'same') continue
      if ('code' in verdict) result.refused.push({ book: id, ...verdict })
      else {
        await write(tx, book!, { resalePrice: verdict.price, currency }, now)
        result.changed.push(id)
      }
    }
    return result
  })
}

/** Verdict on another price for a book: the price in minor units, that it costs this already, or why it stays. */
export function judgePrice(
  book: OwnBook | undefined,
  { from, to }: Omit<Repricing, 'book'>,
  currency: string,
): PriceVerdict {
  if (!book || book.removedAt) return { code: 'not_found', reason: 'That isn’t one of your books.' }
  const price = z.safeDecode(resalePriceIn(currency), to)
  if (!price.success) return { code: 'invalid_input', reason: price.error.issues[0]?.message ?? 'That is no price' }
  if (book.currency === currency && book.resalePrice === price.data) return 'same'
  const may = mayEdit(book)
  if (may !== 'yes') return { code: may, reason: 'Sold. Its listing stays as it was.' }
  if (lockedFields(book).includes('resalePrice'))
    return { code: 'book_claimed', reason: 'Reserved. Its price stays as it is until it’s back on sale.' }
  if (book.currency !== currency)
    return { code: 'book_changed', reason: 'Its price is in another currency. Edit the listing to change it.' }
  if (priceText({ minor: book.resalePrice, currency }) !== from)
    return { code: 'book_changed', reason: 'Its price has changed since you saw it.' }
  return { price: price.data }
}

async function write(tx: Tx, book: OwnBook, price: { resalePrice: number; currency: string }, now: Date) {
  const lowestBefore = await findLowestPrice(tx, book.id, price.currency, comparedSince(now))
  await updateBook(tx, book.id, { ...book, ...price, ...reductionTo(price, { before: book, lowestBefore, now }) }, now)
}
