import { unlessRefused } from '#contract/problems.ts'
import { addJob } from '#server/database/add-job.ts'
import { releaseOrder } from '#server/orders/release-order.ts'
import type { Services } from '#server/services.ts'
import { endTokens, findAccountByIdentity, forgetPerson } from '#server/accounts/accounts.public.ts'
import { forgetExport } from '#server/accounts/exports/exports.public.ts'
import { voidEmailChange } from '#server/accounts/email-change/email-change.public.ts'
import { forgetImports, takeOffListings } from '#server/books/books.public.ts'
import { forgetConversationsOf } from '#server/messages/erase-messages.ts'
import { forgetWants } from '#server/wants/keep-wants.ts'
import { forgetFavourites } from '#server/favourites/keep-favourite.ts'
import { forgetBankDetails } from '#server/orders/bank-details/forget-bank-details.ts'
import { listClaimsUntil } from '#server/orders/orders.public.ts'

type HandOverServices = Pick<Services, 'db' | 'clock' | 'cards' | 'log'>

/**
 * Hands an account over to the owner of its email, which a stranger had signed up with. Club tokens end; name, photo and
 * role are the new owner's to choose; listings without a claim are taken off, earlier messages hidden, the export and bank details removed,
 * unpaid claims on either side released. Paid orders stay. What is listed or claimed afterwards is the new owner's and
 * stays, however late a job comes. Does nothing without an account, and nothing more the second time.
 */
export async function handOverAccount(services: HandOverServices, identityId: string): Promise<void> {
  const account = await findAccountByIdentity(services.db, identityId)
  if (!account || account.closedAt) return
  const until = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    await endTokens(tx, identityId)
    await forgetPerson(tx, account.id)
    await voidEmailChange(tx, account.id)
    await takeOffListings(tx, account.id, until, until)
    await forgetImports(tx, account.id, until, until)
    await forgetConversationsOf(tx, account.id, until)
    await forgetFavourites(tx, account.id, until)
    await forgetWants(tx, account.id, until)
    await forgetExport(tx, account.id)
    await forgetBankDetails(tx, account.id)
    await addJob(tx, 'finish_handing_over', { accountId: account.id, until: until.toISOString() })
  })
  await finishHandingOver(services, account.id, until).catch((error: unknown) => {
    services.log.warn({ accountId: account.id, err: error }, 'handing an account over goes on in the background')
  })
}

/** The rest, which calls the card provider: releases claims, then takes off the copies. Safe to repeat. */
export async function finishHandingOver(services: HandOverServices, accountId: string, until: Date): Promise<void> {
  for (const orderId of await listClaimsUntil(services.db, accountId, until)) {
    // The other side gets an email; the new owner knows nothing of the claim.
    const why = { by: { as: 'system' as const }, facts: { accountId }, withoutMailTo: accountId }
    // A refusal means that it was paid or expired in the meantime.
    await unlessRefused((may) => releaseOrder({ ...services, ...may }, orderId, 'email_changes_hands', why))
  }
  await takeOffListings(services.db, accountId, until, services.clock.now())
}
