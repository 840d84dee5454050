import { sql } from 'kysely'
import type { Tx } from './schema.ts'
import type { MailJob } from './mail-jobs.ts'

/** What can be done later, with what it is given. */
export interface JobPayloads {
  expire_claim: { orderId: string }
  send_mail: MailJob
  finish_closing_account: { accountId: string; adminId?: string }
  finish_handing_over: { accountId: string; until: string }
}

/**
 * How often a job is tried (after ten tries, every six hours), and who goes first: the lower number. Emails wait for
 * an outsider, so nothing waits for them. Personal data of a closed account must go, however long that takes, and so
 * must what a stranger listed.
 */
const habits: Record<keyof JobPayloads, { attempts: number; priority: number }> = {
  expire_claim: { attempts: 25, priority: 0 },
  finish_closing_account: { attempts: 1000, priority: 0 },
  finish_handing_over: { attempts: 1000, priority: 0 },
  send_mail: { attempts: 30, priority: 10 },
}

/** Books a job as part of the transaction it is given: it runs once that is committed, and not at all otherwise. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: Tx,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  const { attempts, priority } = habits[name]
  await sql`SELECT graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    max_attempts := ${attempts}::int, priority := ${priority}::int)`.execute(tx)
}
