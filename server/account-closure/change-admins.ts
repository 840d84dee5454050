import type { Confirmation } from '#contract/accounts/admins.ts'
import { refuse, type Refuses } from '#contract/problems.ts'
import {
  lockAccount,
  lockAdminIds,
  updateRole,
  type AccountRow,
  type SignedInAccount,
} from '#server/accounts/accounts.public.ts'
import { sideOf } from '#server/orders/sides/acts-as.ts'
import { writeAudit } from '#server/accounts/audit/audit.public.ts'
import { requireConfirmation } from '#server/accounts/require-confirmation.ts'
import { hasUnsoldBooks } from '#server/books/books.public.ts'
import { adminMail } from './admin-mail.ts'
import type { Tx } from '#server/database/schema.ts'
import { getStatementTotals } from '#server/orders/ledger/list-statement.ts'
import { forgetUnneededBankDetails } from '#server/orders/bank-details/forget-bank-details.ts'
import { listLiveOrders } from '#server/orders/orders.public.ts'
import type { Services } from '#server/services.ts'

type AdminServices = Pick<Services, 'db' | 'clock' | 'identity'>

/** The asking admin, their client address, and their confirmation. */
export interface Asking {
  admin: SignedInAccount
  confirmation: Confirmation
  clientAddress: string
}

/**
 * Appoints an admin, who no longer buys or sells. Refuses without a confirmation, suspended and unconfirmed accounts,
 * and those with open business: books for sale, orders that are not over, money that is owed to them. Their tokens end;
 * both get an email. Appointing an admin again changes nothing.
 */
export async function appointAdmin(
  services: AdminServices & Refuses<'not_found' | 'unfit_for_admin'>,
  asking: Asking,
  accountId: string,
): Promise<void> {
  await change(services, asking, accountId, async (tx, account) => {
    if (account.role === 'admin') return false
    const why = await unfitness(tx, account)
    if (why !== null) services.refuse('unfit_for_admin', why)
    await updateRole(tx, accountId, 'admin')
    await forgetUnneededBankDetails(tx, accountId)
    return 'appointed'
  })
}

/**
 * Removes an admin, who becomes a member with the former side of trade; all their tokens end with the commit. Refuses
 * without a confirmation, and the last admin: of two who remove each other at once, one stays. Both get an email.
 * Removing a member without the role changes nothing.
 */
export async function removeAdmin(
  services: AdminServices & Refuses<'not_found' | 'last_admin'>,
  asking: Asking,
  accountId: string,
): Promise<void> {
  await change(services, asking, accountId, async (tx, account, admins) => {
    if (account.role !== 'admin') return false
    if (admins.length < 2) services.refuse('last_admin', 'A club needs an admin. Make someone else an admin first.')
    await updateRole(tx, accountId, await sideOf(tx, accountId))
    return 'removed'
  })
}

/** Locks all admins, so that none changes meanwhile. `act` returns the audit entry, if any. */
async function change(
  services: AdminServices & Refuses<'not_found'>,
  { admin, confirmation, clientAddress }: Asking,
  accountId: string,
  act: (tx: Tx, account: AccountRow, admins: readonly string[]) => Promise<'appointed' | 'removed' | false>,
): Promise<void> {
  await requireConfirmation(services, admin, confirmation, clientAddress)
  await services.db.transaction().execute(async (tx) => {
    const admins = await lockAdminIds(tx)
    if (!admins.includes(admin.id)) refuse('not_signed_in', 'You’re no longer an admin. Please sign in again.')
    const account = await lockAccount(tx, accountId)
    if (!account || account.closedAt) return services.refuse('not_found', 'We can’t find that account.')
    const done = await act(tx, account, admins)
    if (!done) return
    const at = services.clock.now()
    await writeAudit(tx, { kind: `admin_${done}`, by: { as: 'admin', id: admin.id }, at, accountId })
    const news = { accountId, adminId: admin.id, done, since: at.toISOString() }
    await adminMail.book(tx, { ...news, to: 'person' })
    if (accountId !== admin.id) await adminMail.book(tx, { ...news, to: 'admin' })
  })
}

/** Reason against appointing an account, in words; null where there is none. The account is locked. */
async function unfitness(tx: Tx, account: AccountRow): Promise<string | null> {
  const { id } = account
  if (account.suspendedAt) return 'They’re suspended. Restore them first.'
  if (!account.emailVerified) return 'They haven’t confirmed their email yet.'
  if ((await listLiveOrders(tx, id)).length > 0)
    return 'They have orders that aren’t over, and admins neither buy nor sell. Try again once these are done.'
  if (await hasUnsoldBooks(tx, id))
    return 'They have books for sale, and admins don’t sell. They can delete them first.'
  const totals = await getStatementTotals({ db: tx }, id)
  if (totals.some(({ owed }) => owed !== 0))
    return 'The club still owes them money. Note its transfer under Payouts first.'
  return null
}
