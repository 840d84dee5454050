import type { Refuses } from '#contract/problems.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import { findBook } from '#server/books/list-books.ts'
import { requireRoom, type WantServices } from './save-search.ts'
import { findSameWant, forgetMatch, insertWant } from './wants.sql.ts'

/**
 * Saves a wait for a reserved copy: one email when it is back on sale. Refuses own copies, copies that aren't reserved,
 * and what `requireRoom` refuses. Called twice, it is saved once. Returns its id.
 */
export async function wantBook(
  services: WantServices & Refuses<'not_found' | 'own_book' | 'book_not_reserved'>,
  accountId: string,
  bookId: string,
): Promise<string> {
  return services.db.transaction().execute(async (tx) => {
    const account = await lockOpenAccount(tx, accountId)
    const same = await findSameWant(tx, accountId, { bookId })
    if (same !== null) return same
    const book = await findBook({ db: tx }, bookId)
    if (!book) return services.refuse('not_found', 'This book is no longer in the shop.')
    if (book.seller.id === accountId) services.refuse('own_book', 'This is your listing.')
    if (book.state !== 'claimed')
      services.refuse(
        'book_not_reserved',
        book.state === 'sold' ? 'This book is sold.' : 'This book is for sale right now.',
      )
    await requireRoom(services, tx, account)
    await forgetMatch(tx, accountId, bookId)
    return insertWant(tx, accountId, {
      search: null,
      keyWord: null,
      bookId,
      name: book.title,
      often: 'at_once',
      now: services.clock.now(),
    })
  })
}
