import { DAY_MS } from '#contract/duration.ts'
import { mayClose } from '#contract/accounts/accounts.policy.ts'
import type { SuspensionReason } from '#contract/accounts/suspensions.ts'
import type { Refuses } from '#contract/problems.ts'
import { clearSuspension, lockAccount, setSuspended, type SignedInAccount } from '#server/accounts/accounts.public.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { settlePaused } from '#server/books/books.public.ts'
import { addJob } from '#server/database/add-job.ts'
import { accountRestoredMail, accountSuspendedMail } from './suspension-mails.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import { listLiveOrders } from '#server/orders/orders.public.ts'
import type { Services } from '#server/services.ts'

export interface SuspensionWish {
  /** Days of the suspension; null until an admin ends it. */
  days: number | null
  reason: SuspensionReason
  note: string
}

type Keeping = Pick<Services, 'db' | 'clock'>

/**
 * Suspends an account for some days, or until restored: its club tokens end with the commit, it gets the reason by
 * email, and its listings are hidden. Its orders go on; the other sides get an email with their options. Refuses the
 * admin's own account and other admins, and a suspended one, so that a second admin learns of the first.
 */
export async function suspendAccount(
  services: Keeping & Refuses<'not_found' | 'account_protected' | 'suspended_already'>,
  admin: Pick<SignedInAccount, 'id'>,
  accountId: string,
  wish: SuspensionWish,
): Promise<void> {
  await services.db.transaction().execute((tx) => suspendIn(tx, services, admin, accountId, wish))
}

/** The same, within a larger transaction. */
export async function suspendIn(
  tx: Tx,
  services: Pick<Services, 'clock'> & Refuses<'not_found' | 'account_protected' | 'suspended_already'>,
  admin: Pick<SignedInAccount, 'id'>,
  accountId: string,
  { days, reason, note }: SuspensionWish,
): Promise<void> {
  const account = await lockAccount(tx, accountId)
  if (!account || account.closedAt) return services.refuse('not_found', 'We can’t find that account.')
  const may = mayClose(admin, account)
  if (may !== 'yes') services.refuse(may, 'Admins’ accounts can’t be suspended. Remove the role first.')
  if (account.suspendedAt)
    services.refuse('suspended_already', 'This account is suspended already. Reload the page to see why.')
  const since = services.clock.now()
  const until = days === null ? null : new Date(since.getTime() + days * DAY_MS)
  await setSuspended(tx, accountId, { since, until, reason, note })
  // Their books can't be claimed from here on, so the orders found are all there are.
  await settlePaused(tx, accountId)
  const facts = { reason, ...(days !== null && { days }) }
  await writeAudit(tx, { kind: 'account_suspended', by: { as: 'admin', id: admin.id }, at: since, accountId, facts })
  const moment = since.toISOString()
  await accountSuspendedMail.book(tx, { accountId, since: moment })
  for (const { id, otherSide } of await listLiveOrders(tx, accountId))
    await orderNewsMail.book(tx, { orderId: id, to: otherSide, news: 'account_suspended', since: moment })
  if (until) await addJob(tx, 'end_suspension', { accountId }, until)
}

/**
 * Restores a suspended account, with exactly those listings that the suspension hid, and mails it. Refuses unknown
 * accounts. Called twice, or without a suspension, it changes nothing.
 */
export async function restoreAccount(
  services: Keeping & Refuses<'not_found'>,
  admin: Pick<SignedInAccount, 'id'>,
  accountId: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account || account.closedAt) return services.refuse('not_found', 'We can’t find that account.')
    if (!account.suspendedAt) return
    const at = services.clock.now()
    await letIn(tx, { id: accountId, suspendedAt: account.suspendedAt })
    await writeAudit(tx, { kind: 'account_restored', by: { as: 'admin', id: admin.id }, at, accountId })
  })
}

/** Ends a suspension; the account is locked. What its owner has paused, and what was taken down, stays hidden. */
export async function letIn(tx: Tx, account: { id: string; suspendedAt: Date }): Promise<void> {
  await clearSuspension(tx, account.id)
  await settlePaused(tx, account.id)
  await accountRestoredMail.book(tx, { accountId: account.id, since: account.suspendedAt.toISOString() })
}
