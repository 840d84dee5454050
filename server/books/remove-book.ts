import { mayDelete } from '#contract/books/books.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { Services } from '#server/services.ts'
import { isTooLateToRestore } from './books.rules.ts'
import { lockBookOfSeller, setRemoved } from './books.sql.ts'

/**
 * Soft-deletes one of the seller's books. Refuses books of others and a reserved copy; a sold one only leaves the
 * seller's list. Called twice, it deletes nothing the second time.
 */
export async function removeBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'book_claimed'>,
  sellerId: string,
  bookId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const book = await lockBookOfSeller(tx, bookId, sellerId)
    if (!book || book.removedAt) return services.refuse('not_found', 'That isn’t one of your books.')
    const may = mayDelete(book)
    if (may !== 'yes') services.refuse(may, 'This book is reserved. You can delete it once it’s sold or back on sale.')
    await setRemoved(tx, [bookId], services.clock.now())
  })
}

/**
 * Restores a book within ten minutes of its delete. Refuses books of others and older deletes. Called twice, or on a
 * book that is there, it changes nothing.
 */
export async function restoreBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'too_late_to_restore'>,
  sellerId: string,
  bookId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, sellerId)
    const book = await lockBookOfSeller(tx, bookId, sellerId)
    if (!book) return services.refuse('not_found', 'That isn’t one of your books.')
    if (!book.removedAt) return
    if (isTooLateToRestore(book.removedAt, services.clock.now())) {
      services.refuse('too_late_to_restore', 'This book was deleted too long ago. Please add it again.')
    }
    await setRemoved(tx, [bookId], null)
  })
}
