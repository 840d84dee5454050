import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import { getBook } from '#contract/books/book-calls.ts'
import type { Book } from '#contract/books/books.ts'
import { href } from '#contract/href.ts'
import { mayAsk, mayWrite } from '#contract/messages/messages.policy.ts'
import { listConversations, type Conversation } from '#contract/messages/messages.ts'
import { areContactsOpen } from '#contract/orders/orders.policy.ts'
import { getOrder, type Order } from '#contract/orders/orders.ts'
import { useOutgoing } from '#client/messages/outgoing.ts'
import { useAccount } from '#client/session/use-account.ts'
import { useCall } from '#client/session/use-call.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ConversationFailure, ConversationFrame, ConversationLoading } from './conversation-frame.tsx'
import { MessageForm } from './message-form.tsx'
import { MessageLog } from './message-log.tsx'
import { WaitForConfirmation } from './wait-for-confirmation.tsx'
import { CannotWrite } from './cannot-write.tsx'

type About = { book: string } | { order: string }

/** Recipient of the first message, and its subject. */
interface Partner {
  name: string
  book: Conversation['book']
  orderId: string | null
  areContactsOpen: boolean
  may: 'yes' | 'own_book' | 'wrong_role' | 'account_gone'
}

/** First message about a book or an order; redirects to an existing conversation. */
export function NewConversation({ about }: { about: About }) {
  const account = useAccount()
  const sending = useOutgoing(account.id, about)
  const [isWriting, setWriting] = useState(false)
  const there = useCall(
    listConversations,
    { query: { ...about, limit: 1 } },
    { staleTime: 0, select: ([found]) => found ?? null },
  )
  const partner = usePartner(about, account)
  const { data } = partner
  // Redirects, except for the reader's own book, which may have several conversations.
  if (there.data && data?.may !== 'own_book')
    return <Navigate to={href('/dashboard/messages/:conversationId', there.data.id)} replace state={{ isWriting }} />
  const error = partner.error ?? there.error
  if (error && !(data && there.data !== undefined))
    return <ConversationFailure error={error} onRetry={() => void Promise.all([partner.refetch(), there.refetch()])} />
  if (!data || there.data === undefined) return <ConversationLoading />
  if (data.may === 'own_book') return <OwnBook title={data.book.title} />
  return (
    <ConversationFrame
      name={data.name}
      book={data.book}
      orderId={data.orderId}
      log={<MessageLog messages={[]} sending={sending} otherName={data.name} />}
    >
      {data.may === 'yes' ? (
        <WaitForConfirmation about={about} isSending={sending.length > 0}>
          <MessageForm place={about} areContactsOpen={data.areContactsOpen} onPosted={() => setWriting(true)} />
        </WaitForConfirmation>
      ) : (
        <CannotWrite why={data.may === 'wrong_role' ? null : data.may} />
      )}
    </ConversationFrame>
  )
}

function usePartner(about: About, account: OwnAccount) {
  const { book = '', order = '' } = about as { book?: string; order?: string }
  const ofBook = useCall(
    getBook,
    { params: { id: book } },
    { enabled: book !== '', select: (found) => sellerOf(found, account) },
  )
  const ofOrder = useCall(
    getOrder,
    { params: { id: order } },
    { enabled: order !== '', select: (found) => otherSideOf(found) },
  )
  return book === '' ? ofOrder : ofBook
}

const writing = (isOtherClosed: boolean) =>
  mayWrite({ isOtherClosed, isBlocked: false, isDeclined: false }) as Partner['may']

const shownBook = (book: Book): Partner['book'] => ({ ...book, price: book.resalePrice, isThere: true })

function sellerOf(book: Book, account: OwnAccount): Partner {
  const ask = mayAsk(account, book)
  return {
    name: book.seller.name,
    book: shownBook(book),
    orderId: null,
    areContactsOpen: false,
    may: ask === 'yes' ? writing(false) : ask,
  }
}

function otherSideOf(order: Order): Partner {
  const isBuyer = order.side === 'buyer'
  return {
    name: isBuyer ? order.book.seller.name : order.name,
    book: shownBook(order.book),
    orderId: order.id,
    areContactsOpen: areContactsOpen(order.state),
    may: order.side === 'club' ? 'wrong_role' : writing(isBuyer ? order.isSellerClosed : order.isBuyerClosed),
  }
}

function OwnBook({ title }: { title: string }) {
  return (
    <>
      <h1 className="mb-6">Messages</h1>
      <EmptyState words={`“${title}” is your own listing. Questions about it arrive under Messages.`}>
        <Link to={href('/dashboard/messages')} className="button">
          Go to Messages
        </Link>
      </EmptyState>
    </>
  )
}
