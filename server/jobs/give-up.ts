import { giveUpImport } from '#server/books/brought/import-brought.ts'
import { giveUpExport } from '#server/exports/give-up-export.ts'
import type { JobPayloads } from '#server/database/add-job.ts'
import type { Tx } from '#server/database/schema.ts'
import type { Services } from '#server/services.ts'
import { removeSpentJobs } from './jobs.sql.ts'
import { factsOf } from './run-job.ts'

type Ends = { [Name in keyof JobPayloads]: ((tx: Tx, payload: JobPayloads[Name], now: Date) => Promise<void>) | null }

/**
 * Effects of giving a job up, so that its account shows it and can ask again. Null where no person waits for it, or the
 * minute's work makes up for it.
 */
const ends: Ends = {
  make_export: (tx, { exportId }, now) => giveUpExport(tx, exportId, now),
  import_list: (tx, { importId }) => giveUpImport(tx, importId),
  // The sweep makes the step.
  expire_claim: null,
  // The minute's work does it.
  pay_out: null,
  // A late card payment is refunded.
  cancel_payment: null,
  end_suspension: null,
  // The question stays, for its writer to see.
  send_waiting_question: null,
  // Five days without an answer; a screen shows the outage.
  send_mail: null,
  // Retried for most of a year.
  finish_closing_account: null,
  finish_handing_over: null,
  finish_email_change: null,
  move_category: null,
  move_pictures: null,
  admit_awaited: null,
}

/** Removes the jobs whose last try has failed, with what ends with them, and logs each. Idempotent. */
export async function giveUpSpentJobs({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> {
  const spent = await db.transaction().execute(async (tx) => {
    const jobs = await removeSpentJobs(tx)
    for (const { task, payload } of jobs) {
      const end = (ends as Record<string, ((tx: Tx, payload: unknown, now: Date) => Promise<void>) | null>)[task]
      await end?.(tx, payload, clock.now())
    }
    return jobs
  })
  for (const { id, task, attempts, payload } of spent)
    log.error({ id, task, attempts, ...factsOf(payload) }, 'a job was given up: its last try failed')
}
