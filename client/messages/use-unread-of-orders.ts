import { listUnreadOfOrders } from '#contract/dashboard-numbers.ts'
import { useCall } from '#client/session/use-call.ts'
import { useUnread } from './message-queries.ts'

/** How many messages wait about each order, by its id. Asks only where something is unread at all. */
export function useUnreadOfOrders(): (orderId: string) => number {
  const isSome = useUnread() > 0
  const { data } = useCall(listUnreadOfOrders, {}, { enabled: isSome, staleTime: 0 })
  const unread = new Map(data?.map((one) => [one.orderId, one.unread]))
  return (orderId) => (isSome ? (unread.get(orderId) ?? 0) : 0)
}
