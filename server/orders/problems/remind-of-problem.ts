import { DAY_MS } from '#contract/duration.ts'
import { PROBLEM_REMINDER_DAYS } from '#contract/orders/problems.ts'
import { listAdminIds } from '#server/accounts/accounts.public.ts'
import { problemNewsMail, problemReminderMail } from './problem-mails.ts'
import { lockOrder } from '#server/orders/orders.sql.ts'
import type { Services } from '#server/services.ts'
import { countReminder, findOpenProblem } from './problems.sql.ts'

/**
 * Reminds of a problem that has been open for days: each admin, who can decide it, and from the second reminder on both
 * sides, with an address to write to. The order stays unchanged. Called twice, or too early, nothing happens the second
 * time.
 */
export async function remindOfProblem({ db, clock }: Pick<Services, 'db' | 'clock'>, orderId: string): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order?.dueAt || order.secondsLeft === null || order.dueAt > now) return
    const problem = await findOpenProblem(tx, orderId)
    if (!problem) return
    const next = new Date(now.getTime() + PROBLEM_REMINDER_DAYS.next * DAY_MS)
    const [problemId, place] = [problem.id, await countReminder(tx, problem, next)]
    for (const adminId of await listAdminIds(tx)) await problemReminderMail.book(tx, { problemId, adminId, place })
    if (place === 1) return
    for (const to of ['buyer', 'seller'] as const)
      await problemNewsMail.book(tx, { problemId, to, news: 'waiting', place })
  })
}
