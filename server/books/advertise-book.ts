import { mayAdvertise } from '#contract/books/books.policy.ts'
import type { Refuses } from '#contract/problems.ts'
import type { Services } from '#server/services.ts'
import { lockBookOfSeller, setAdvertised } from './books.sql.ts'

/** Reasons against advertising a book. */
export const noAdvertising = {
  book_sold: 'Only unsold books can be advertised.',
  taken_down_already: 'The club took this listing down, so it can’t be advertised.',
} as const

/**
 * Advertises one of the seller's books in the strip, or ends that. Refuses books that are not the seller's and, to
 * advertise, those that are not unsold any more or that the club took down. Called twice, it modifies nothing the
 * second time.
 */
export async function advertiseBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'book_sold' | 'taken_down_already'>,
  sellerId: string,
  bookId: string,
  isAdvertised: boolean,
): Promise<{ matchedCount: number; modifiedCount: number }> {
  return services.db.transaction().execute(async (tx) => {
    const book = await lockBookOfSeller(tx, bookId, sellerId)
    if (!book || book.removedAt) return services.refuse('not_found', 'That isn’t one of your books.')
    if (book.isAdvertised === isAdvertised) return { matchedCount: 1, modifiedCount: 0 }
    const may = isAdvertised ? mayAdvertise({ ...book, takenDown: book.takenDownAt }) : 'yes'
    if (may !== 'yes') services.refuse(may, noAdvertising[may])
    await setAdvertised(tx, [bookId], isAdvertised, services.clock.now())
    return { matchedCount: 1, modifiedCount: 1 }
  })
}
