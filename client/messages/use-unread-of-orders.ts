import { useQuery } from '@tanstack/react-query'
import { listUnreadOfOrders } from '#contract/dashboard-numbers.ts'
import { call } from '#client/api/call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { messagesKey, useUnread } from './message-queries.ts'

/** How many messages wait about each order, by its id. Asks only where something is unread at all. */
export function useUnreadOfOrders(): (orderId: string) => number {
  const { id } = useAccount()
  const isSome = useUnread() > 0
  const { data } = useQuery({
    queryKey: messagesKey(id, 'unread of orders'),
    queryFn: ({ signal }) => call(listUnreadOfOrders, {}, { signal }),
    enabled: isSome,
    staleTime: 0,
  })
  const unread = new Map(data?.map((one) => [one.orderId, one.unread]))
  return (orderId) => (isSome ? (unread.get(orderId) ?? 0) : 0)
}
