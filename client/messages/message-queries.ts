import { href } from '#contract/href.ts'
import { useBadges } from '#client/session/task-counts.ts'

/** Number of unread messages; 0 until loaded. */
export const useUnread = (): number => useBadges().of(href('/dashboard/messages'))
