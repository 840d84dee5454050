import { Link } from 'react-router'
import { href } from '#contract/href.ts'
import { listConversations } from '#contract/messages/messages.ts'
import { PagedList } from '#client/lists/paged-list.tsx'
import { ConversationList } from '#client/messages/conversation-list.tsx'
import { usePagedCall } from '#client/session/use-paged-call.ts'
import { useAccount } from '#client/session/use-account.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'

/** Conversations of the member, newest message first; on a wide window with room for an open one beside them. */
export default function Messages() {
  const conversations = usePagedCall(listConversations, {})
  const isEmpty = conversations.items?.length === 0
  return (
    <>
      <h1 className="mb-6">Messages</h1>
      <div className={isEmpty ? '' : 'message-panes'}>
        <div className="min-w-0">
          <PagedList
            pages={conversations}
            nouns={['conversation', 'conversations']}
            failure={() => 'We couldn’t load your messages.'}
            empty={<NoMessagesYet />}
            placeholder={<Skeletons count={6} className="h-20" label="Loading your messages" />}
          >
            {(items) => <ConversationList conversations={items} />}
          </PagedList>
        </div>
        {!isEmpty && (
          <div className="max-lg:hidden">
            <EmptyState words="Choose a conversation to read it here." />
          </div>
        )}
      </div>
    </>
  )
}

function NoMessagesYet() {
  const { isSeller } = useAccount()
  return (
    <EmptyState
      words={
        isSeller
          ? 'No messages yet. When someone asks about one of your books, you’ll find it here.'
          : 'No messages yet. Ask a seller on the page of a book.'
      }
    >
      <Link to={isSeller ? href('/dashboard/my-products') : href('/all-products')} className="button">
        {isSeller ? 'Go to My Products' : 'Find a book'}
      </Link>
    </EmptyState>
  )
}
