import { countUnread } from '#contract/messages/messages.ts'
import { useCall } from '#client/session/use-call.ts'

/** Number of unread messages; 0 until loaded. */
export function useUnread(): number {
  const { data } = useCall(countUnread, {}, { staleTime: 0 })
  return data?.unread ?? 0
}
