import { createHash } from 'node:crypto'
import type { NewBook } from '#contract/books/books.ts'
import { lockOpenAccount } from '#server/accounts/require-account.ts'
import type { SignedInAccount } from '#server/accounts/accounts.public.ts'
import { insertBook } from './books.sql.ts'
import type { Services } from '#server/services.ts'
import { refuseFields, unusableFields } from './unusable-fields.ts'

/**
 * Puts a copy up for sale under the seller's account, in the shop's currency, as of now; gives its id. Refuses unknown
 * categories and pictures that this seller did not upload. Called twice, it lists two copies: who has two says so
 * twice. But the same book under the same `idempotencyKey` is one copy, whose first answer may have been lost.
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

/** A form that was changed before it is sent again is another book, so its contents belong to the key. */
function sourceKeyOf(idempotencyKey: string, book: NewBook): string {
  return `form ${idempotencyKey} ${createHash('sha256').update(JSON.stringify(book)).digest('hex')}`
}
