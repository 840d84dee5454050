import type { NewBook } from '#contract/books.ts'
import type { Tx } from '#server/database/schema.ts'
import { insertBook, setAdvertised } from './books.sql.ts'

/**
 * Puts a listing of an earlier time into the shop, as the demo does: nothing is checked that the database doesn't
 * check. Gives the book's id. Called twice, it lists two copies.
 */
export async function recordBook(
  tx: Tx,
  sellerId: string,
  book: NewBook,
  { currency, listedAt, isAdvertised }: { currency: string; listedAt: Date; isAdvertised: boolean },
): Promise<string> {
  const bookId = await insertBook(tx, sellerId, book, { currency, now: listedAt })
  if (isAdvertised) await setAdvertised(tx, bookId, true, listedAt)
  return bookId
}
