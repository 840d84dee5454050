import { listSuspendedUntil, lockAccount } from '#server/accounts/accounts.public.ts'
import type { Services } from '#server/services.ts'
import { letIn } from './suspend-account.ts'

const AT_MOST = 100

/**
 * Ends a suspension whose time is over, and shows the listings again. Does nothing before its end, or without a
 * suspension, so jobs may call it any number of times.
 */
export async function endSuspension({ db, clock }: Pick<Services, 'db' | 'clock'>, accountId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account?.suspendedAt || !account.suspendedUntil || account.suspendedUntil > clock.now()) return
    await letIn(tx, { id: accountId, suspendedAt: account.suspendedAt })
  })
}

/** Ends suspensions whose job was lost: a shop may be down for longer than a suspension. */
export async function endSuspensions(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const accountId of await listSuspendedUntil(services.db, services.clock.now(), AT_MOST))
    await endSuspension(services, accountId)
}
