import { sql, type RawBuilder } from 'kysely'
import { notes } from '#server/tracing/work-notes.ts'
import type { Tx } from './schema.ts'

/** Background jobs and their payloads. */
export interface JobPayloads {
  expire_claim: { orderId: string }
  cancel_payment: { intentId: string }
  /** Whatever is to be transferred or taken back by now. */
  pay_out: Record<string, never>
  /** An email's name and parameters, as its declaration has them (`defineMail`). */
  send_mail: { name: string; params: object }
  finish_closing_account: { accountId: string; adminId?: string }
  finish_handing_over: { accountId: string; until: string }
  end_suspension: { accountId: string }
  send_waiting_question: { accountId: string }
  finish_email_change: { accountId: string; sessionId: string }
  move_category: { categoryId: string }
  make_export: { exportId: string }
  import_list: { importId: string }
  /** `after`: the address of the last picture that was looked at. */
  move_pictures: { startedAt: string; after: string }
  /** `turn`: the move; `after`: the id of the last account that was looked at. */
  admit_awaited: { turn: number; after: string }
}

/**
 * Retries per job, with exponential backoff (after ten attempts, every six hours), and priority: the lower number runs
 * first. Emails wait for an outsider, so nothing waits behind them. Personal data of a closed account must go, however
 * long that takes, and so must a stranger's listings.
 */
const retryPolicies: Record<keyof JobPayloads, { attempts: number; priority: number }> = {
  expire_claim: { attempts: 25, priority: 0 },
  // A bank may take two weeks to send a payment that nobody needs any more.
  cancel_payment: { attempts: 60, priority: 0 },
  // The minute's work makes up for it.
  pay_out: { attempts: 1, priority: 5 },
  finish_closing_account: { attempts: 1000, priority: 0 },
  finish_handing_over: { attempts: 1000, priority: 0 },
  finish_email_change: { attempts: 1000, priority: 0 },
  end_suspension: { attempts: 25, priority: 0 },
  send_waiting_question: { attempts: 25, priority: 0 },
  move_category: { attempts: 1000, priority: 5 },
  make_export: { attempts: 8, priority: 20 },
  import_list: { attempts: 8, priority: 15 },
  move_pictures: { attempts: 1000, priority: 25 },
  admit_awaited: { attempts: 1000, priority: 15 },
  send_mail: { attempts: 30, priority: 10 },
}

/** Books a job in the given transaction: it runs after the commit, at once or at `runAt`; a rollback cancels it. */
export async function addJob<Name extends keyof JobPayloads>(
  tx: Tx,
  name: Name,
  payload: JobPayloads[Name],
  runAt?: Date,
  priority?: number,
): Promise<void> {
  const booked = sql`${JSON.stringify(payload)}::json`
  const at = sql`${runAt ?? null}::timestamptz`
  await sql`SELECT ${bookedJob(name, booked, at, priority)}`.execute(tx)
}

/**
 * Books a job within the statement that writes its subject; `payload` is an expression of that statement. The job's
 * lines in the log carry the number of the request that booked it.
 */
export function bookedJob(
  name: keyof JobPayloads,
  payload: RawBuilder<unknown>,
  runAt: RawBuilder<unknown> = sql`NULL`,
  priority = retryPolicies[name].priority,
): RawBuilder<unknown> {
  const { attempts } = retryPolicies[name]
  const { reqId } = notes()
  const noted =
    reqId === undefined ? payload : sql`(${payload}::jsonb || jsonb_build_object('reqId', ${reqId}::text))::json`
  return sql`graphile_worker.add_job(${sql.lit(name)}, ${noted}, run_at := ${runAt},
    max_attempts := ${sql.lit(attempts)}, priority := ${sql.lit(priority)})`
}
