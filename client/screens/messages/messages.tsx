import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listConversations, type Conversation } from '#contract/messages/messages.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { CountBadge } from '#client/ui/facts/count-badge.tsx'
import { useAccount } from '#client/session/use-account.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { TimeAgo } from '#client/ui/facts/time-ago.tsx'

/** Conversations of the member, newest message first. */
export default function Messages() {
  const conversations = usePagedCall(listConversations, {})
  return (
    <>
      <h1 className="mb-6">Messages</h1>
      <PagedList
        pages={conversations}
        nouns={['conversation', 'conversations']}
        failure={() => 'We couldn’t load your messages.'}
        empty={<NoMessagesYet />}
        placeholder={<Skeletons count={4} className="h-24" label="Loading your messages" />}
      >
        {(items) => (
          <ul className="grid border-x border-t border-edge">
            {items.map((one) => (
              <li key={one.id} className="relative border-b border-edge bg-sunk hover:bg-card">
                <Row conversation={one} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** Conversation row: a single link for screen readers, the whole row for pointers. */
function Row({ conversation: { id, otherName, book, unread, last } }: { conversation: Conversation }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3">
      <h2 className="font-sans text-base wrap-anywhere">
        <Link
          to={href('/dashboard/messages/:conversationId', id)}
          className="inline-block py-0.5 text-ink after:absolute after:inset-0 hover:underline"
        >
          <bdi>{otherName}</bdi>
        </Link>
      </h2>
      <span className="py-0.5 text-sm whitespace-nowrap text-ink-2">
        <TimeAgo date={last.at} />
      </span>
      <p dir="auto" className="col-span-2 line-clamp-1 text-sm text-ink-2">
        {book.title}
      </p>
      <p className={`line-clamp-2 wrap-anywhere ${unread > 0 ? 'font-semibold' : ''}`}>
        {last.isOwn && 'You: '}
        <bdi>{last.text ?? 'This message was removed with its writer’s account.'}</bdi>
      </p>
      <span className="self-end justify-self-end">
        <CountBadge count={unread} what="unread" />
      </span>
    </div>
  )
}

function NoMessagesYet() {
  const { isSeller } = useAccount()
  return (
    <EmptyState
      words={
        isSeller
          ? 'No messages yet. When somebody asks about one of your books, you’ll find it here.'
          : 'No messages yet. Ask a seller on the page of a book.'
      }
    >
      <Link to={isSeller ? href('/dashboard/my-products') : href('/all-products')} className="button">
        {isSeller ? 'Go to My Products' : 'Find a book'}
      </Link>
    </EmptyState>
  )
}
