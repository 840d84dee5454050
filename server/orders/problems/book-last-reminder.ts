import { DAY_MS, HOUR_MS } from '#contract/duration.ts'
import { HAND_OVER_DAYS, REMINDER_DAYS } from '#contract/orders/order-life.ts'
import { TIME_AFTER_PROBLEM_HOURS } from '#contract/orders/problems.ts'
import { orderNewsMail } from '#server/orders/mails/order-mails.ts'
import type { Tx } from '#server/database/schema.ts'
import type { OrderRow } from '#server/orders/orders.sql.ts'
import type { ProblemRow } from './problems.sql.ts'

const [, LAST] = REMINDER_DAYS
/** How long before the end of the hand-over's time the last reminder comes. */
const AHEAD_MS = (HAND_OVER_DAYS - LAST) * DAY_MS

/**
 * Books a paid order's last reminder again when its problem ends, with the usual lead before the new end: the earlier
 * one came due while the problem was open and isn't sent. `order` as it was with the problem.
 */
export async function bookLastReminder(
  tx: Tx,
  { openedAt }: Pick<ProblemRow, 'openedAt'>,
  { id: orderId, state, paidAt, secondsLeft }: Pick<OrderRow, 'id' | 'state' | 'paidAt' | 'secondsLeft'>,
  now: Date,
): Promise<void> {
  if (state !== 'paid' || !paidAt || secondsLeft === null) return
  const leftMs = secondsLeft * 1000
  // The payment books the first reminder, the end of the last problem each other one.
  const dueAts = [paidAt.getTime() + LAST * DAY_MS, openedAt.getTime() + leftMs - AHEAD_MS]
  if (!dueAts.some((dueAt) => dueAt >= openedAt.getTime() && dueAt <= now.getTime())) return
  const left = Math.max(leftMs, TIME_AFTER_PROBLEM_HOURS * HOUR_MS)
  const at = new Date(now.getTime() + Math.max(0, left - AHEAD_MS))
  for (const to of ['buyer', 'seller'] as const)
    await orderNewsMail.book(tx, { orderId, to, news: 'last_reminder', since: now.toISOString() }, at)
}
