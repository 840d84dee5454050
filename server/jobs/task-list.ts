import type { Task, TaskList } from 'graphile-worker'
import { admitAwaited } from '#server/accounts/identity-moves/admit-awaited.ts'
import { finishClosingAccount } from '#server/account-closure/close-account.ts'
import { finishEmailChange } from '#server/account-closure/email-change/confirm-new-email.ts'
import { endSuspension } from '#server/account-closure/end-suspensions.ts'
import { finishHandingOver } from '#server/account-closure/hand-over-account.ts'
import { moveBooks } from '#server/books/categories/move-books.ts'
import { importBrought } from '#server/books/brought/import-brought.ts'
import { moveSomePictures } from '#server/images/moving/move-some-pictures.ts'
import { makeExport } from '#server/exports/make-export.ts'
import { sendWaitingQuestion } from '#server/messages/waiting/send-waiting-question.ts'
import { cancelPayment } from '#server/orders/payments/cancel-payment.ts'
import { takeTimeStep } from '#server/orders/take-time-step.ts'
import { payOut } from '#server/orders/transfers/pay-out.ts'
import type { Services } from '#server/services.ts'
import type { JobPayloads } from '#server/database/add-job.ts'
import { withJobSpan } from '#server/tracing/spans.ts'
import type { JobOutages } from './job-outages.ts'
import type { JobWatch } from './job-watch.ts'
import { runJob } from './run-job.ts'
import { sendMail } from './send-mail.ts'

/** Maps job names to use cases. Each may be called any number of times; a job that throws is retried with backoff. */
export function taskList(services: Services, watch: JobWatch, outages: JobOutages): TaskList {
  const jobs: { [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void> } = {
    expire_claim: ({ orderId }) => takeTimeStep(services, orderId),
    cancel_payment: ({ intentId }) => cancelPayment(services, intentId),
    pay_out: () => payOut(services),
    send_mail: (mail) => sendMail(services, mail),
    finish_closing_account: ({ accountId, adminId }) => finishClosingAccount(services, accountId, adminId),
    finish_email_change: ({ accountId, sessionId }) => finishEmailChange(services, accountId, sessionId),
    end_suspension: ({ accountId }) => endSuspension(services, accountId),
    send_waiting_question: ({ accountId }) => sendWaitingQuestion(services, accountId),
    finish_handing_over: ({ accountId, until }) => finishHandingOver(services, accountId, new Date(until)),
    make_export: ({ exportId }) => makeExport(services, exportId),
    import_list: ({ importId }) => importBrought(services, importId),
    move_pictures: (payload) => moveSomePictures(services, payload),
    admit_awaited: (payload) => admitAwaited(services, payload),
    move_category: ({ categoryId }) => moveBooks(services, categoryId, Infinity),
  }
  // Names of an earlier version; an updated shop may still have such jobs.
  const older = {
    mail_order_paid: (params: object) => sendMail(services, { name: 'order_paid', params }),
  }
  const tasks = Object.entries({ ...jobs, ...older }).map(([name, run]): [string, Task] => [
    name,
    (payload, helpers) =>
      watch.run(helpers.job.id, () =>
        withJobSpan(name, { jobId: helpers.job.id, ...requestOf(payload) }, () =>
          runJob({ log: services.log, outages, metrics: services.metrics }, helpers, () =>
            (run as (payload: unknown) => Promise<void>)(payload),
          ),
        ),
      ),
  ])
  return Object.fromEntries(tasks)
}

/** The request that booked a job, as `bookedJob` notes it; jobs of the shop itself have none. */
const requestOf = (payload: unknown) => {
  const { reqId } = payload as { reqId?: string }
  return reqId === undefined ? {} : { reqId }
}
