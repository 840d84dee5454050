import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, run, type Runner, type Task, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { finishClosingAccount } from '#server/accounts/close-account.ts'
import { forgetClosedContacts } from '#server/accounts/forget-closed-contacts.ts'
import { finishHandingOver } from '#server/accounts/hand-over-account.ts'
import { foldCategoryCounts } from '#server/categories/categories.sql.ts'
import { removeUnusedImages } from '#server/images/remove-unused-images.ts'
import { expireClaim } from '#server/orders/release-claim.ts'
import { sweep } from '#server/orders/sweep.ts'
import type { Services } from '#server/services.ts'
import type { JobPayloads } from './add-job.ts'
import type { Letters } from './add-mail.ts'
import { freeAbandonedJobs } from './free-abandoned-jobs.ts'
import { jobLogger } from './job-logger.ts'
import { runJob } from './run-job.ts'
import { sendMail } from './send-mail.ts'

const PAUSE_MS = 1000

/** Each job is a use case that may be called as often as it likes; one that throws is tried again, later and later. */
function taskList(services: Services): TaskList {
  const jobs: { [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void> } = {
    expire_claim: ({ orderId }) => expireClaim(services, orderId),
    send_mail: (mail) => sendMail(services, mail),
    finish_closing_account: ({ accountId }) => finishClosingAccount(services, accountId),
    finish_handing_over: ({ accountId, until }) => finishHandingOver(services, accountId, new Date(until)),
  }
  // As an earlier version booked them; a shop that was updated may still have some.
  const older = {
    mail_order_paid: (about: Letters['order_paid']) => sendMail(services, { letter: 'order_paid', about }),
  }
  const told = Object.entries({ ...jobs, ...older }).map(([name, run]): [string, Task] => [
    name,
    (payload, helpers) => runJob(services.log, helpers, () => (run as (payload: unknown) => Promise<void>)(payload)),
  ])
  return {
    ...Object.fromEntries(told),
    sweep: async () => {
      await freeAbandonedJobs(services.db)
      await sweep(services)
      await foldCategoryCounts(services.db)
    },
    forget_closed_contacts: () => forgetClosedContacts(services),
    remove_unused_images: () => removeUnusedImages(services),
  }
}

/**
 * Starts working off jobs on the shop's own pool; `stop` waits for those that are under way. The runner ends itself
 * when the database goes away at a bad moment; then it is started again for as long as it takes.
 */
export async function startJobs(services: Services, pool: pg.Pool): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let runner = await startRunner(services, pool)

  async function keepRunning(): Promise<void> {
    await endOf(runner, signal)
    while (!signal.aborted) {
      services.log.warn({}, 'jobs: the runner has ended; starting it again')
      await sleep(PAUSE_MS)
      // Ends its clock, where it has not done so by itself.
      void runner.stop().catch(() => {})
      const next = await startRunner(services, pool).catch(() => null)
      if (!next) continue
      runner = next
      await endOf(runner, signal)
    }
    await runner.stop().catch(() => {})
  }

  const over = keepRunning()
  return {
    stop: () => {
      stopping.abort()
      return over
    },
  }
}

/**
 * Waits until the runner ends or shall end. Its own promise is no help: where the ends of two jobs could not be written
 * down, it never settles.
 */
function endOf({ events }: Runner, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    events.once('pool:gracefulShutdown', () => resolve())
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function startRunner(services: Services, pool: pg.Pool): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: taskList(services),
    parsedCronItems: parseCronItems([
      { task: 'sweep', match: '* * * * *', options: { backfillPeriod: 0, maxAttempts: 1 } },
      { task: 'forget_closed_contacts', match: '47 3 * * *', options: { backfillPeriod: 0 } },
      { task: 'remove_unused_images', match: '17 3 * * *', options: { backfillPeriod: 0 } },
    ]),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: jobLogger(services.log),
    // Without a batch, nobody would catch that a job's end could not be written down, and that would end the program.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
}
