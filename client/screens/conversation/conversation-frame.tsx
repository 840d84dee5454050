import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import type { Conversation } from '#contract/messages/messages.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { Cover } from '#client/books/cover.tsx'
import { MessagePanes } from '#client/messages/message-panes.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Money } from '#client/ui/facts/money.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'

interface FrameProps {
  /** Id of the conversation; undefined for one that has yet to begin. */
  id?: string
  name: string
  book: Conversation['book']
  orderId: string | null
  log: React.ReactNode
  /** Actions about the person, below everything else. */
  action?: React.ReactNode
  /** The field to write in, or why there is none. */
  children: React.ReactNode
}

/** An open conversation: with whom, its messages, and the book that they are about above the field to write in. */
export function ConversationFrame({ id, name, book, orderId, log, action, children }: FrameProps) {
  const { name: site } = useSite()
  useEffect(() => {
    document.title = `${name}: ${book.title} · ${site}`
  }, [name, book.title, site])
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirstPage = useLocation().key === 'default'
  useEffect(() => {
    // Focus management: the loading state's heading had the focus and has unmounted.
    if (!isFirstPage && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [isFirstPage])
  return (
    <MessagePanes open={id}>
      <p className="text-sm sm:mb-1 lg:hidden">
        <Link to={href('/dashboard/messages')} className="touchable inline-block py-1">
          All messages
        </Link>
      </p>
      <h1 ref={heading} tabIndex={-1} className="mb-4">
        <bdi>{name}</bdi>
      </h1>
      <div className="grid grid-cols-1 gap-4">
        {log}
        <BookStrip book={book} orderId={orderId} />
        {children}
        {action}
      </div>
    </MessagePanes>
  )
}

/** The book of a conversation: cover, title, price, and the way to its order. */
function BookStrip({ book, orderId }: Pick<FrameProps, 'book' | 'orderId'>) {
  return (
    <div className="conversation-book">
      <div className="cover-shadow">
        <Cover book={book} sizes="2.5rem" />
      </div>
      <p className="min-w-0">
        {book.isThere ? (
          <Link to={bookPath({ id: book.id })} dir="auto" className="touchable block">
            <span className="line-clamp-2 wrap-anywhere">{book.title}</span>
          </Link>
        ) : (
          <span className="line-clamp-2 wrap-anywhere">
            <bdi>{book.title}</bdi> (no longer in the shop)
          </span>
        )}
        {book.isThere && <Money amount={book.price} className="text-sm font-semibold" />}
      </p>
      {orderId !== null && (
        <Link to={href('/dashboard/orders/:orderId', orderId)} className="touchable text-sm">
          See the order
        </Link>
      )}
    </div>
  )
}

/** Error state of a conversation. */
export function ConversationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <MessagePanes>
      <h1 className="mb-6">Messages</h1>
      {isRetryable(error) ? (
        <Retry error={error} onRetry={onRetry} />
      ) : (
        <EmptyState words="That isn’t one of your conversations.">
          <Link to={href('/dashboard/messages')} className="button">
            Go to Messages
          </Link>
        </EmptyState>
      )}
    </MessagePanes>
  )
}

export function ConversationLoading({ id }: { id?: string }) {
  return (
    <MessagePanes open={id}>
      <h1 className="mb-6">Messages</h1>
      <Skeletons count={3} className="h-20" label="Loading the messages" />
    </MessagePanes>
  )
}
