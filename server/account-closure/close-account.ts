import { mayClose } from '#contract/accounts/accounts.policy.ts'
import { unlessRefused, type Refuses } from '#contract/problems.ts'
import { forgetImports, forgetNumberOfSeller, removeBooksOfSeller } from '#server/books/books.public.ts'
import { forgetWants } from '#server/wants/keep-wants.ts'
import { forgetFavourites } from '#server/favourites/keep-favourite.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import { mailAccountClosed } from './mail-account-closed.ts'
import {
  forgetClosedAccount,
  keepSellerContacts,
  listClaimsOfAccount,
  lockLiveOrders,
} from '#server/orders/orders.public.ts'
import {
  banAddress,
  findAccountById,
  lockAccount,
  markClosed,
  type AccountRow,
  type SignedInAccount,
} from '#server/accounts/accounts.public.ts'
import { forgetOtherIdentities, listOtherIdentities } from '#server/accounts/identity-moves/identity-moves.public.ts'
import { forgetExport } from '#server/accounts/exports/exports.public.ts'
import { eraseMessagesOfClosed } from '#server/messages/erase-messages.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { addJob } from '#server/database/add-job.ts'
import { forgetUnneededBankDetails } from '#server/orders/bank-details/forget-bank-details.ts'
import { releaseOrder } from '#server/orders/release-order.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'

export type CloseServices = Pick<Services, 'db' | 'clock' | 'cards' | 'identity' | 'removeElsewhere' | 'shop' | 'log'>

/**
 * Closes an account: its tokens end at once, and its confirmed email is banned; unsold books leave the shop, unpaid
 * orders are cancelled; a last email says so. The other side of a paid order keeps the contacts, and gets an email.
 * Refuses the admin's own account and other admins; which list the account is in doesn't matter. Called twice, it is
 * not found the second time. Work at the card and identity providers follows in a job that is booked in the same
 * transaction, so a crash leaves nothing half done.
 */
export async function closeAccount(
  services: CloseServices & Pick<Services, 'sealer' | 'site'> & Refuses<'not_found' | 'account_protected'>,
  admin: SignedInAccount,
  accountId: string,
): Promise<void> {
  await services.db.transaction().execute((tx) => closeIn(tx, services, admin, accountId))
  await finishClosing(services, accountId, admin.id)
}

/** The same within a larger transaction, for a reason that the person reads; call `finishClosing` afterwards. */
export async function closeIn(
  tx: Tx,
  services: Pick<Services, 'clock' | 'shop' | 'sealer' | 'site'> & Refuses<'not_found' | 'account_protected'>,
  admin: SignedInAccount,
  accountId: string,
  reason = '',
): Promise<void> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.closedAt) return services.refuse('not_found', 'We can’t find that account.')
  const may = mayClose(admin, account)
  if (may !== 'yes') services.refuse(may, 'Admins’ accounts can’t be closed here.')
  const now = services.clock.now()
  await beginClosing(tx, account, now, admin.id)
  await mailAccountClosed(tx, services, account, { by: 'club', reason })
  await banAddress(tx, account, services.shop.addressSecret, now)
  await writeAudit(tx, { kind: 'account_closed', by: { as: 'admin', id: admin.id }, at: now, accountId })
}

/** The part that calls the card and identity providers; on failure its job retries. */
export async function finishClosing(services: CloseServices, accountId: string, adminId?: string): Promise<void> {
  await finishClosingAccount(services, accountId, adminId).catch((error: unknown) => {
    services.log.warn({ accountId, err: error }, 'closing goes on in the background')
  })
}

/**
 * The synchronous part of closing, with its job: ends all tokens, blocks further claims, and stores the contacts for
 * open orders.
 */
export async function beginClosing(tx: Tx, account: AccountRow, now: Date, adminId?: string): Promise<void> {
  // Books first, so that no further claim can come; then claims and paid orders.
  await removeBooksOfSeller(tx, account.id, now)
  const orders = await lockLiveOrders(tx, account.id)
  await keepSellerContacts(tx, account.id)
  await markClosed(tx, account, now)
  await forgetNumberOfSeller(tx, account.id)
  await forgetImports(tx, account.id, 'infinity', now)
  await forgetFavourites(tx, account.id, 'infinity')
  await forgetWants(tx, account.id, 'infinity')
  await forgetExport(tx, account.id)
  for (const { id, state, otherSide } of orders)
    if (state === 'paid' || state === 'handed_over')
      await orderNewsMail.book(tx, { orderId: id, to: otherSide, news: 'account_closed' })
  await addJob(tx, 'finish_closing_account', { accountId: account.id, ...(adminId !== undefined && { adminId }) })
}

/**
 * The rest of closing: cancels claims, erases the person from ended orders and messages, then removes the identity.
 * Safe to repeat. `adminId` is absent when the owner closed it, or an earlier version booked the job.
 */
export async function finishClosingAccount(
  services: CloseServices,
  accountId: string,
  adminId: string | undefined,
): Promise<void> {
  const account = await findAccountById(services.db, accountId)
  if (!account?.closedAt) return
  const by = adminId === undefined ? { as: 'system' as const } : { as: 'admin' as const, id: adminId }
  for (const orderId of await listClaimsOfAccount(services.db, accountId)) {
    // A refusal means that it was paid or expired in the meantime.
    await unlessRefused((may) =>
      releaseOrder({ ...services, ...may }, orderId, 'admin_closes_account', { by, facts: { accountId } }),
    )
  }
  await services.db.transaction().execute(async (tx) => {
    await forgetClosedAccount(tx, accountId)
    await forgetUnneededBankDetails(tx, accountId)
    await eraseMessagesOfClosed(tx, accountId, services.clock.now())
    await removeBooksOfSeller(tx, accountId, services.clock.now())
    await forgetNumberOfSeller(tx, accountId)
  })
  // Otherwise the sign-in stays at its provider, and opens nothing here any more.
  if (account.identityId !== null) await services.identity.management?.remove(account.identityId)
  await removeOtherIdentities(services, accountId)
}

/** What can't be removed now is once the shop is back at that provider; the log says whom to delete there by hand. */
async function removeOtherIdentities({ db, log, removeElsewhere }: CloseServices, accountId: string): Promise<void> {
  for (const identity of await listOtherIdentities(db, accountId)) {
    if (await removeElsewhere(identity))
      await db.transaction().execute((tx) => forgetOtherIdentities(tx, accountId, identity.provider))
    else
      log.warn({ accountId, ...identity }, 'the sign-in of a closed account stays at a provider that the shop has left')
  }
}
