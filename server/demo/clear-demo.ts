import { refuse } from '#contract/problems.ts'
import { findOpenAccountByEmail } from '#server/accounts/accounts.public.ts'
import { unbanAddress } from '#server/accounts/unban-address.ts'
import { deleteConversationsOf } from '#server/messages/delete-conversations.ts'
import { deleteTradeOf } from '#server/orders/delete-trade.ts'
import { removeUploadsOf } from '#server/images/remove-uploads.ts'
import {
  deleteAccounts,
  deleteActsOfDemo,
  deleteListingsOf,
  findDemoMark,
  listIdentities,
  markCleared,
} from './demo.sql.ts'
import type { DemoAccount } from './demo-accounts.ts'
import type { DemoServices } from './demo-services.ts'

/**
 * Takes the demo's people out of the shop, with their books, orders and pictures, and whatever visitors did under
 * their names; what others made stays. After that a start leaves the shop as it is. Called twice, or ended halfway
 * and called again, it does what is left.
 */
export async function clearDemo(services: DemoServices, people: DemoAccount[]): Promise<void> {
  const { db, clock, identity, shop, payments } = services
  const accountIds = await accountIdsOf(services, people)
  await db.transaction().execute(async (tx) => {
    await payments.forget(tx, await deleteTradeOf(tx, accountIds, clock.now()))
    await deleteConversationsOf(tx, accountIds, clock.now())
    await deleteListingsOf(tx, accountIds)
  })
  if (!(await removeUploadsOf(services, accountIds)))
    refuse('unavailable', 'A backup is being taken. Clear the demo again when it is done.')
  for (const identityId of await listIdentities(db, accountIds)) await identity.remove(identityId)
  await db.transaction().execute(async (tx) => {
    for (const { email } of people) await unbanAddress({ db: tx, shop }, email)
    await deleteActsOfDemo(tx)
    await deleteAccounts(tx, accountIds)
    await markCleared(tx, clock.now())
  })
}

/** Those the demo was put in with, closed ones too, and those of a demo that never got that far. */
async function accountIdsOf({ db }: DemoServices, people: DemoAccount[]): Promise<string[]> {
  const { accountIds = [] } = (await findDemoMark(db)) ?? {}
  const open = await Promise.all(people.map(({ email }) => findOpenAccountByEmail(db, email)))
  return [...new Set([...accountIds, ...open.flatMap((account) => account?.id ?? [])])]
}
