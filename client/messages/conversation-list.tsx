import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import type { Conversation } from '#contract/messages/messages.ts'
import { Cover } from '#client/books/cover.tsx'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

interface ConversationListProps {
  conversations: readonly Conversation[]
  /** Id of the conversation that is open beside the list. */
  open?: string | undefined
}

/** Conversations as rows: cover, person, book and newest message. A row is one link, pressed anywhere. */
export function ConversationList({ conversations, open }: ConversationListProps) {
  return (
    <ul className="conversation-list">
      {conversations.map((one) => (
        <li key={one.id} className="conversation-row">
          <Row conversation={one} isOpen={one.id === open} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  conversation: Conversation
  isOpen: boolean
}

function Row({ conversation: { id, otherName, book, unread, last }, isOpen }: RowProps) {
  return (
    <>
      <div className="cover-shadow">
        <Cover book={book} sizes="3rem" />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <p className="truncate font-semibold">
          <Link
            to={href('/dashboard/messages/:conversationId', id)}
            aria-current={isOpen ? 'page' : undefined}
            className="text-ink after:absolute after:inset-0"
          >
            <bdi>{otherName}</bdi>
          </Link>
        </p>
        <span className="text-sm whitespace-nowrap text-ink-2">
          <TimeAgo date={last.at} />
        </span>
        <p dir="auto" className="col-span-2 truncate text-sm text-ink-2">
          {book.title}
        </p>
        <div className="col-span-2 flex items-center justify-between gap-x-3">
          <p className={`truncate text-sm ${unread > 0 ? 'font-semibold' : ''}`}>
            {last.isOwn && 'You: '}
            <bdi>{last.text ?? 'This message was removed with its writer’s account.'}</bdi>
          </p>
          <CountBadge count={unread} what="unread" />
        </div>
      </div>
    </>
  )
}
