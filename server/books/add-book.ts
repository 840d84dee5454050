import { createHash } from 'node:crypto'
import type { NewBook } from '#contract/books/books.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { insertBook } from './books.sql.ts'
import type { Services } from '#server/services.ts'
import { refuseFields, unusableFields } from './unusable-fields.ts'

/**
 * Lists a copy for sale under the seller's account, in the shop's currency; returns its id. Refuses unknown categories
 * and pictures that this seller did not upload. Called twice, it lists two copies, because a seller may have two; but
 * the same book under the same `idempotencyKey` is one copy, for a retry after a lost answer.
 */
export async function addBook(
  services: Pick<Services, 'db' | 'clock' | 'shop'>,
  seller: SignedInAccount,
  book: NewBook,
  idempotencyKey?: string,
): Promise<string> {
  const now = services.clock.now()
  const sourceKey = idempotencyKey === undefined ? null : sourceKeyOf(idempotencyKey, book)
  return services.db.transaction().execute(async (tx) => {
    await lockOpenAccount(tx, seller.id)
    refuseFields(await unusableFields(tx, seller.id, book, { now }))
    return insertBook(tx, seller.id, book, { currency: services.shop.currency, now, sourceKey })
  })
}

/** The key includes the form's contents: a form changed before a retry is another book. */
function sourceKeyOf(idempotencyKey: string, book: NewBook): string {
  return `form ${idempotencyKey} ${createHash('sha256').update(JSON.stringify(book)).digest('hex')}`
}
