import { countTasks, type TaskCounts, type TaskKind } from '#contract/dashboard.ts'
import { href } from '#contract/href.ts'
import { useCall } from './use-call.ts'

/** Address of the screen that lists the tasks of a kind. */
export const screenOfTask: Record<TaskKind, string> = {
  pay: href('/dashboard/my-orders'),
  collect: href('/dashboard/my-orders'),
  refund_failed: href('/dashboard/my-orders'),
  answer_seller: href('/dashboard/my-orders'),
  agree_to_cash: href('/dashboard/my-buyers'),
  hand_over: href('/dashboard/my-buyers'),
  relist: href('/dashboard/my-buyers'),
  answer_buyer: href('/dashboard/my-buyers'),
  question: href('/dashboard/messages'),
  message: href('/dashboard/messages'),
  report: href('/dashboard/reported-items'),
  problem: href('/dashboard/problems'),
  dispute: href('/dashboard/orders'),
  refund_by_hand: href('/dashboard/orders'),
  payout: href('/dashboard/payouts'),
}
const MESSAGES = screenOfTask.message

/** Badges of the menus: counts by the address of a screen. Messages are counted one by one, not by conversation. */
export function badgesOf({ unreadMessages, tasks, notices }: TaskCounts): ReadonlyMap<string, number> {
  const badges = new Map<string, number>()
  for (const { kind, count } of tasks) {
    const screen = screenOfTask[kind]
    if (screen !== MESSAGES) badges.set(screen, (badges.get(screen) ?? 0) + count)
  }
  if (notices.length > 0) badges.set(href('/dashboard/doctor'), notices.length)
  if (unreadMessages > 0) badges.set(MESSAGES, unreadMessages)
  return badges
}

/** How a screen's badge is read out. */
export const badgeWords = (screen: string): string => (screen === MESSAGES ? 'unread' : 'waiting')

const STALE_MS = 30_000

/** Counts of what waits for the signed-in member; empty until loaded. */
export function useBadges(): { of: (screen: string) => number; total: number } {
  const { data } = useCall(countTasks, {}, { staleTime: STALE_MS })
  const badges = data ? badgesOf(data) : new Map<string, number>()
  return {
    of: (screen) => badges.get(screen) ?? 0,
    total: [...badges.values()].reduce((sum, count) => sum + count, 0),
  }
}
