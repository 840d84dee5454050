import { useParams, useSearchParams } from 'react-router'
import { OneConversation } from './one-conversation.tsx'
import { NewConversation } from './new-conversation.tsx'

/** Conversation about a book; `new` in the address starts a conversation. */
export default function ConversationScreen() {
  const { conversationId = '' } = useParams()
  const [search] = useSearchParams()
  const [book, order] = [search.get('book'), search.get('order')]
  if (conversationId !== 'new') return <OneConversation key={conversationId} id={conversationId} />
  return <NewConversation key={order ?? book} about={order === null ? { book: book ?? '' } : { order }} />
}
