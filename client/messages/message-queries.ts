import { useQuery } from '@tanstack/react-query'
import { countUnread } from '#contract/messages/messages.ts'
import { call } from '#client/api/call.ts'
import { queryClient } from '#client/session/query-client.ts'
import { useAccount } from '#client/session/use-account.ts'

/** All that is read of an account's messages is kept below this. */
export const messagesKey = (accountId: string, ...part: string[]) => ['messages', accountId, ...part] as const

/** Reads again what is shown of messages, wherever it stands. */
export const refreshMessages = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['messages'] })

/** How many messages the reader hasn't read; 0 as long as that isn't known. */
export function useUnread(): number {
  const { id } = useAccount()
  const { data } = useQuery({
    queryKey: messagesKey(id, 'unread'),
    queryFn: ({ signal }) => call(countUnread, {}, { signal }),
    staleTime: 0,
  })
  return data?.unread ?? 0
}
