import type { TaskKind } from '#contract/dashboard.ts'

/** Kinds that are about money of somebody. */
const ABOUT_MONEY: ReadonlySet<TaskKind> = new Set(['refund_failed', 'refund_by_hand', 'payout'])

interface Placed {
  kind: TaskKind
  until: Date | null
  since: Date | null
}

/** Sorts tasks: by deadline, then what is about money, then people who wait; the longest first. */
export const inOrder = <T extends Placed>(tasks: readonly T[]): T[] =>
  tasks.toSorted(
    (one, other) =>
      time(one.until) - time(other.until) ||
      Number(ABOUT_MONEY.has(other.kind)) - Number(ABOUT_MONEY.has(one.kind)) ||
      time(one.since) - time(other.since),
  )

/** Without a moment: after all others. The largest date, because Infinity minus itself is no number. */
const time = (moment: Date | null) => moment?.getTime() ?? 8.64e15
