import { countUnread } from '#contract/messages/messages.ts'
import { useCall } from '#client/session/use-call.ts'

/** How many messages the reader hasn't read; 0 as long as that isn't known. */
export function useUnread(): number {
  const { data } = useCall(countUnread, {}, { staleTime: 0 })
  return data?.unread ?? 0
}
