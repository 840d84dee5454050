import { lockedFields, mayEdit } from '#contract/books/books.policy.ts'
import type { NewBook } from '#contract/books/books.ts'
import type { MyBook } from '#contract/books/my-book-calls.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import type { OwnBook } from './book.columns.ts'
import { shapeListing } from './books.shape.ts'
import { changedAmong, comparedSince, reductionTo, saysTheSame } from './books.rules.ts'
import { findBookOfSeller, lockBookOfSeller, updateBook } from './books.sql.ts'
import { findLowestPrice } from './book-prices.sql.ts'
import { refuseFields, unusableFields } from './unusable-fields.ts'

const NO_SUCH_BOOK = 'That isn’t one of your books.'

/** Returns one of the seller's books for editing. Refuses books that are not the seller's, and deleted ones. */
export async function getBookOfSeller(
  services: Pick<Services, 'db'> & Refuses<'not_found'>,
  sellerId: string,
  bookId: string,
): Promise<MyBook> {
  const row = await findBookOfSeller(services.db, bookId, sellerId)
  if (!row) return services.refuse('not_found', NO_SUCH_BOOK)
  return { ...shapeListing(row), revision: row.revision }
}

/**
 * Edits one of the seller's listings, in the shop's currency; orders keep their snapshot, and a former price is
 * recorded. Refuses books that are not the seller's, sold ones, a stale revision, a change of what a reserved book's
 * buyer was promised, unknown categories, and pictures that are neither there already nor this seller's. Called twice,
 * it changes nothing the second time, whatever revision it names.
 */
export async function editBook(
  services: Pick<Services, 'db' | 'clock' | 'shop'> &
    Refuses<'not_found' | 'book_sold' | 'book_claimed' | 'book_changed'>,
  sellerId: string,
  { bookId, revision, edited }: { bookId: string; revision: number; edited: NewBook },
): Promise<{ matchedCount: number; modifiedCount: number }> {
  const now = services.clock.now()
  const { currency } = services.shop
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    const book = await lockBookOfSeller(tx, bookId, sellerId)
    if (!book || book.removedAt) return services.refuse('not_found', NO_SUCH_BOOK)
    if (saysTheSame(book, { ...edited, currency })) return { matchedCount: 1, modifiedCount: 0 }
    const may = mayEdit(book)
    if (may !== 'yes') services.refuse(may, 'This book is sold. Its listing stays as it was.')
    if (book.revision !== revision)
      services.refuse('book_changed', 'This listing was changed since you opened it. What you typed hasn’t been saved.')
    refuseBrokenPromise(services, book, { ...edited, currency })
    refuseFields([
      ...(await unusableFields(tx, sellerId, edited, { now, shown: book.images })),
      ...missingPicture(book, edited),
    ])
    const lowestBefore = await findLowestPrice(tx, bookId, currency, comparedSince(now))
    const price = { resalePrice: edited.resalePrice, currency }
    const reduction = reductionTo(price, { before: book, lowestBefore, now })
    await updateBook(tx, bookId, { ...edited, currency, ...reduction }, now)
    return { matchedCount: 1, modifiedCount: 1 }
  })
}

function refuseBrokenPromise(
  may: Refuses<'book_claimed'>,
  book: OwnBook,
  edited: NewBook & { currency: string },
): void {
  const broken = changedAmong(lockedFields(book), book, edited)
  if (broken.length === 0) return
  may.refuse(
    'book_claimed',
    'This book is reserved. Its price, condition and photos stay as they are until it’s back on sale.',
    broken.map((field) => ({ field, message: 'Can’t be changed while the book is reserved' })),
  )
}

/** Refuses to remove the last picture of a listing. */
const missingPicture = (book: OwnBook, edited: NewBook) =>
  book.images.length > 0 && edited.images.length === 0
    ? [{ field: 'book_img', message: 'Please choose a product image' }]
    : []
