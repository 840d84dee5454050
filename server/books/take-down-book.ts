import type { TakeDown } from '#contract/books/take-downs.ts'
import type { Refuses } from '#contract/problems.ts'
import { lockAccount, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { listingPutBackMail, listingTakenDownMail } from './take-down-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { clearTakenDown, findSellerOf, setTakenDown } from './books.sql.ts'

const NO_SUCH_BOOK = 'This book is no longer in the shop.'
type Admin = Pick<SignedInAccount, 'id'>

/**
 * Takes a listing down: from the commit on only its seller sees it, and it can't be claimed, whatever else its seller
 * does. The seller gets the reason by email. An existing order goes on. Refuses listings that are gone, and one that is
 * down already, so that a second admin learns of the first.
 */
export async function takeDownBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found' | 'taken_down_already'>,
  admin: Admin,
  bookId: string,
  why: Omit<TakeDown, 'since'>,
): Promise<void> {
  await services.db.transaction().execute((tx) => takeDownIn(tx, services, admin, bookId, why))
}

/** The same, within a larger transaction. */
export async function takeDownIn(
  tx: Tx,
  services: Pick<Services, 'clock'> & Refuses<'not_found' | 'taken_down_already'>,
  admin: Admin,
  bookId: string,
  why: Omit<TakeDown, 'since'>,
): Promise<void> {
  const sellerId = await findSellerOf(tx, bookId)
  if (!sellerId) return services.refuse('not_found', NO_SUCH_BOOK)
  const since = services.clock.now()
  if (!(await setTakenDown(tx, bookId, { since, ...why })))
    services.refuse('taken_down_already', 'This listing was taken down already. Reload the page to see why.')
  await writeAudit(tx, {
    kind: 'listing_taken_down',
    by: { as: 'admin', id: admin.id },
    at: since,
    accountId: sellerId,
    bookId,
    facts: { reason: why.reason },
  })
  await listingTakenDownMail.book(tx, { bookId, since: since.toISOString() })
}

/**
 * Restores a taken-down listing: for sale again as before, unless its seller is away or suspended. Refuses listings
 * that are gone. Called twice, it changes nothing the second time.
 */
export async function putBackBook(
  services: Pick<Services, 'db' | 'clock'> & Refuses<'not_found'>,
  admin: Admin,
  bookId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const sellerId = await findSellerOf(tx, bookId)
    if (!sellerId) return services.refuse('not_found', NO_SUCH_BOOK)
    // Lock the account: it decides whether the listing is visible again.
    await lockAccount(tx, sellerId)
    const since = await clearTakenDown(tx, bookId)
    if (!since) return
    const at = services.clock.now()
    const by = { as: 'admin' as const, id: admin.id }
    await writeAudit(tx, { kind: 'listing_put_back', by, at, accountId: sellerId, bookId })
    await listingPutBackMail.book(tx, { bookId, since: since.toISOString() })
  })
}
