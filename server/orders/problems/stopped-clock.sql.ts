import { sql, type RawBuilder } from 'kysely'
import { HOUR_MS } from '#contract/duration.ts'
import { isLiveState, type OrderState, type OrderTransition } from '#contract/orders/order-life.ts'
import { PROBLEM_REMINDER_DAYS, TIME_AFTER_PROBLEM_HOURS } from '#contract/orders/problems.ts'

/** Time of the first reminder of a problem opened now. */
const firstReminder = (now: Date) => new Date(now.getTime() + PROBLEM_REMINDER_DAYS.first * 24 * HOUR_MS)

/**
 * Effect of a problem's step on its order's clock, for UPDATE … SET. Opening stops the clock and stores the seconds
 * left; ending resumes it with these, a day at least. In between `due_at` is the time of the next reminder. A day at
 * least remains after a dispute as well, during which no timed step is made.
 */
export function clockStep(transition: OrderTransition, now: Date): RawBuilder<unknown> {
  if (transition === 'either_opens_problem')
    return sql`, due_at = ${firstReminder(now)}::timestamptz,
      seconds_left = greatest(0, ceil(extract(epoch FROM due_at - ${now}::timestamptz)))::int`
  if (transition === 'opener_settles' || transition === 'admin_decides')
    return sql`, seconds_left = NULL, due_at = ${now}::timestamptz
      + make_interval(secs => greatest(seconds_left, ${sql.lit(TIME_AFTER_PROBLEM_HOURS * 3600)}))`
  if (transition === 'bank_gives_in' || transition === 'bank_keeps_part')
    return sql`, due_at = CASE WHEN due_at IS NULL OR seconds_left IS NOT NULL THEN due_at ELSE greatest(due_at,
      ${now}::timestamptz + make_interval(hours => ${sql.lit(TIME_AFTER_PROBLEM_HOURS)})) END`
  return sql``
}

/** The due time of a new state: set at once, or as seconds left while a problem is open. */
export function clockOf(dueAt: Date | null, now: Date): RawBuilder<unknown> {
  if (!dueAt) return sql`due_at = NULL, seconds_left = NULL`
  const seconds = Math.round((dueAt.getTime() - now.getTime()) / 1000)
  return sql`due_at = CASE WHEN seconds_left IS NULL THEN ${dueAt}::timestamptz ELSE due_at END,
    seconds_left = CASE WHEN seconds_left IS NOT NULL THEN ${sql.lit(seconds)} END`
}

/** A CTE beside `moved`: an order that is over has no open problem. */
export function problemEnds(from: OrderState, to: OrderState, now: Date): RawBuilder<unknown> {
  if (isLiveState(to) || !isLiveState(from) || from === 'claimed') return sql``
  return sql`, problem AS (
    UPDATE order_problems p SET ended_at = ${now}, outcome = ${to} FROM moved
    WHERE p.order_id = moved.id AND p.ended_at IS NULL)`
}
