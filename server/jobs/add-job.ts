import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'

/** What can be done later, with what it is given. */
export interface JobPayloads {
  expire_claim: { orderId: string }
  mail_order_paid: { orderId: string; to: 'buyer' | 'seller' }
  finish_closing_account: { accountId: string }
}

/** Books a job as part of the transaction it is given: it runs once that is committed, and not at all otherwise. */
export async function addJob<Name extends keyof JobPayloads>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  await sql`SELECT graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(db)
}
