import { useQuery } from '@tanstack/react-query'
import { listConversations } from '#contract/messages/messages.ts'
import { MOST_PER_PAGE } from '#contract/list-limits.ts'
import { callPage } from '#client/api/call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { messagesKey, useUnread } from './message-queries.ts'

/**
 * How many messages wait about each order, by its id: of the newest conversations, which one request gives. Nothing is
 * asked as long as nothing at all is unread.
 */
export function useUnreadOfOrders(): (orderId: string) => number {
  const { id } = useAccount()
  const isSome = useUnread() > 0
  const { data } = useQuery({
    queryKey: messagesKey(id, 'unread of orders'),
    queryFn: ({ signal }) => callPage(listConversations, { query: { limit: MOST_PER_PAGE } }, { signal }),
    enabled: isSome,
    staleTime: 0,
  })
  const unread = new Map(data?.items.map((one) => [one.orderId, one.unread]))
  return (orderId) => (isSome ? (unread.get(orderId) ?? 0) : 0)
}
