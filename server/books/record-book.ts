import type { NewBook } from '#contract/books/books.ts'
import type { Tx } from '#server/database/schema.ts'
import { reductionTo } from './books.rules.ts'
import { insertBook, setAdvertised, updateBook } from './books.sql.ts'

interface Recorded {
  currency: string
  listedAt: Date
  isAdvertised: boolean
  /** What it cost first, and when that ended. */
  lowered?: { from: number; at: Date }
}

/**
 * Puts a listing of an earlier time into the shop, as the demo does: nothing is checked that the database doesn't
 * check. Gives the book's id. Called twice, it lists two copies.
 */
export async function recordBook(
  tx: Tx,
  sellerId: string,
  book: NewBook,
  { currency, listedAt, isAdvertised, lowered }: Recorded,
): Promise<string> {
  const resalePrice = lowered?.from ?? book.resalePrice
  const bookId = await insertBook(tx, sellerId, { ...book, resalePrice }, { currency, now: listedAt })
  if (lowered) {
    const before = { resalePrice, currency, wasPrice: null, wasUntil: null }
    const now = { ...book, currency }
    const reduction = reductionTo(now, { before, lowestBefore: null, now: lowered.at })
    await updateBook(tx, bookId, { ...now, ...reduction }, lowered.at)
  }
  if (isAdvertised) await setAdvertised(tx, [bookId], true, listedAt)
  return bookId
}
