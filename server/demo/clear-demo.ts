import { refuse } from '#contract/problems.ts'
import {
  clearPhotos,
  deleteAccounts,
  findOpenAccountByEmail,
  listIdentities,
} from '#server/accounts/accounts.public.ts'
import { deleteActsOf } from '#server/accounts/audit/audit.public.ts'
import { unbanAddress } from '#server/accounts/unban-address.ts'
import { deleteBooksOf } from '#server/books/books.public.ts'
import { deleteConversationsOf } from '#server/messages/erase-messages.ts'
import { deleteTradeOf } from '#server/orders/delete-trade.ts'
import { removeUploadsOf } from '#server/images/remove-uploads.ts'
import { isUnusedPicture } from '#server/views/unused-pictures.public.ts'
import { findDemoMark, markCleared } from './demo.sql.ts'
import type { DemoAccount } from './demo-accounts.ts'
import type { DemoServices } from './demo-services.ts'

/**
 * Removes the demo's people with their books, orders and pictures, and what visitors did under their names; what others
 * made stays. Later starts don't bring the demo back. Safe to repeat, also after an interruption.
 */
export async function clearDemo(services: DemoServices, people: DemoAccount[]): Promise<void> {
  const { db, clock, identity, shop, payments } = services
  const { accountIds: marked = [] } = (await findDemoMark(db)) ?? {}
  const accountIds = await accountIdsOf(services, marked, people)
  await db.transaction().execute(async (tx) => {
    await payments.forget(tx, await deleteTradeOf(tx, accountIds, clock.now()))
    await deleteConversationsOf(tx, accountIds, clock.now())
    await deleteBooksOf(tx, accountIds)
    await clearPhotos(tx, accountIds)
  })
  if (!(await removeUploadsOf(services, accountIds, isUnusedPicture)))
    refuse('unavailable', 'A backup is being taken. Clear the demo again when it is done.')
  for (const identityId of await listIdentities(db, accountIds)) await identity.management?.remove(identityId)
  await db.transaction().execute(async (tx) => {
    for (const { email } of people) await unbanAddress({ db: tx, shop }, email)
    await deleteActsOf(tx, marked)
    await deleteAccounts(tx, accountIds)
    await markCleared(tx, clock.now())
  })
}

/** Accounts of the demo, closed ones too, and those of a demo that was interrupted before its mark. */
async function accountIdsOf({ db }: DemoServices, marked: string[], people: DemoAccount[]): Promise<string[]> {
  const open = await Promise.all(people.map(({ email }) => findOpenAccountByEmail(db, email)))
  return [...new Set([...marked, ...open.flatMap((account) => account?.id ?? [])])]
}
