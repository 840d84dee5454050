import { listUnreadOfOrders } from '#contract/dashboard.ts'
import { useCall } from '#client/session/use-call.ts'
import { useUnread } from './message-queries.ts'

/** Unread messages by order id. Makes a request only when there are unread messages. */
export function useUnreadOfOrders(): (orderId: string) => number {
  const isSome = useUnread() > 0
  const { data } = useCall(listUnreadOfOrders, {}, { enabled: isSome, staleTime: 0 })
  const unread = new Map(data?.map((one) => [one.orderId, one.unread]))
  return (orderId) => (isSome ? (unread.get(orderId) ?? 0) : 0)
}
