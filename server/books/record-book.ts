import type { NewBook } from '#contract/books/books.ts'
import type { Tx } from '#server/database/schema.ts'
import { reductionTo } from './books.rules.ts'
import { insertBook, setAdvertised, updateBook } from './books.sql.ts'

interface Recorded {
  currency: string
  listedAt: Date
  isAdvertised: boolean
  /** The former price, and when it ended. */
  lowered?: { from: number; at: Date }
}

/**
 * Inserts a listing of the past, as the demo does, with no checks but the database's. Returns the book's id. Called
 * twice, it lists two copies.
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
