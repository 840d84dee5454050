import { listSuspendedUntil, lockAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { letIn } from './suspend-account.ts'

const AT_MOST = 100

/**
 * Time ends a suspension: the person is let in again, with their listings. Does nothing before its end, to one that has
 * none, or where it is over; so it may be called as often as jobs like to.
 */
export async function endSuspension({ db, clock }: Pick<Services, 'db' | 'clock'>, accountId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account?.suspendedAt || !account.suspendedUntil || account.suspendedUntil > clock.now()) return
    await letIn(tx, { id: accountId, suspendedAt: account.suspendedAt })
  })
}

/** Those whose job was lost: a club may be closed for longer than a suspension lasts. */
export async function endSuspensions(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const accountId of await listSuspendedUntil(services.db, services.clock.now(), AT_MOST))
    await endSuspension(services, accountId)
}
