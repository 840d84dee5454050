import { useEffect, useState } from 'react'
import { mayWrite } from '#contract/messages/messages.policy.ts'
import {
  getConversation,
  listMessages,
  type Conversation,
  type Message,
  readMessages,
} from '#contract/messages/messages.ts'
import { useOutgoing } from '#client/messages/outgoing.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useCall, usePages } from '#client/session/use-call.ts'
import { call } from '#client/api/call.ts'
import { BlockPerson } from './block-person.tsx'
import { CannotWrite } from './cannot-write.tsx'
import { ConversationFailure, ConversationFrame, ConversationLoading } from './conversation-frame.tsx'
import { MessageForm } from './message-form.tsx'
import { MessageLog } from './message-log.tsx'

/** Conversation with its messages, newest at the foot. */
export function OneConversation({ id }: { id: string }) {
  const conversation = useCall(getConversation, { params: { id } }, { staleTime: 0 })
  const pages = usePages(listMessages, { params: { id } }, { staleTime: 0 })
  const earlier = useEarlier(pages)
  const error = conversation.error ?? pages.error
  if (conversation.data && pages.data)
    return (
      <Loaded
        conversation={conversation.data}
        messages={pages.data.pages.flatMap(({ items }) => items).toReversed()}
        earlier={earlier}
      />
    )
  if (error)
    return (
      <ConversationFailure error={error} onRetry={() => void Promise.all([conversation.refetch(), pages.refetch()])} />
    )
  return <ConversationLoading id={id} />
}

/** Loads earlier pages. A refetch aborts a page request in flight, so it is sent again afterwards. */
function useEarlier(pages: ReturnType<typeof usePages<typeof listMessages>>): LoadedProps['earlier'] {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const shown = pages.data?.pages.length ?? 0
  const [wanted, setWanted] = useState(0)
  const isLoading = shown > 0 && shown < wanted && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isLoading && !isFetching) void fetchNextPage()
  }, [isLoading, isFetching, fetchNextPage])
  const load = () => {
    setWanted(shown + 1)
    if (isFetchNextPageError) void fetchNextPage()
  }
  return hasNextPage ? { load, isLoading } : null
}

interface LoadedProps {
  conversation: Conversation
  /** Messages, oldest first. */
  messages: Message[]
  earlier: { load: () => void; isLoading: boolean } | null
}

function Loaded({ conversation, messages, earlier }: LoadedProps) {
  const account = useAccount()
  const { id, otherName, book, orderId, isBlocked } = conversation
  const place = { conversation: id }
  const sending = useOutgoing(account.id, place)
  useReadMark(conversation, messages.at(-1)?.number ?? 0)
  const may = mayWrite(conversation)
  // Dedupes queued messages that the server has by now.
  const onTheirWay = sending.filter((one) => !messages.some((message) => message.id === one.id))
  return (
    <ConversationFrame
      id={id}
      name={otherName}
      book={book}
      orderId={orderId}
      log={
        <MessageLog
          messages={messages}
          sending={onTheirWay}
          otherName={otherName}
          conversation={id}
          earlier={earlier}
        />
      }
      action={!isBlocked && !conversation.isOtherClosed && <BlockPerson conversation={conversation} />}
    >
      {may === 'yes' ? (
        <MessageForm place={place} areContactsOpen={conversation.areContactsOpen} />
      ) : (
        <CannotWrite why={may}>{isBlocked && <BlockPerson conversation={conversation} />}</CannotWrite>
      )}
    </ConversationFrame>
  )
}

/** Marks shown messages as read, once the page is visible. */
function useReadMark({ id, unread }: Conversation, newest: number): void {
  useEffect(() => {
    if (unread === 0) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      // Failures are ignored: it stays unread, and the next visit marks it.
      call(readMessages, { params: { id }, body: { upTo: newest } }).catch(() => {})
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread, newest])
}
