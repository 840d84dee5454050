import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { bookPath } from '#contract/books/book-path.ts'
import { href } from '#contract/href.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeletons } from '#client/ui/skeleton.tsx'

interface FrameProps {
  name: string
  book: { id: string; title: string; isThere: boolean }
  orderId: string | null
  /** Actions about the person. */
  action?: React.ReactNode
  children: React.ReactNode
}

/** Header of a conversation: with whom and about what. */
export function ConversationFrame({ name, book, orderId, action, children }: FrameProps) {
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
    <>
      <p className="mb-2 text-sm">
        <Link to={href('/dashboard/messages')} className="touchable inline-block py-1">
          All messages
        </Link>
      </p>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        {action}
        <p className="flex w-full flex-wrap gap-x-4 text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            About{' '}
            {book.isThere ? (
              <Link to={bookPath({ id: book.id })} dir="auto" className="touchable">
                {book.title}
              </Link>
            ) : (
              <>
                <bdi>{book.title}</bdi> (no longer in the shop)
              </>
            )}
          </span>
          {orderId !== null && (
            <Link to={href('/dashboard/orders/:orderId', orderId)} className="touchable">
              See the order
            </Link>
          )}
        </p>
      </div>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </>
  )
}

/** Error state of a conversation. */
export function ConversationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <>
      <h1 className="mb-6">Messages</h1>
      {isRetryable(error) ? (
        <Retry error={error} onRetry={onRetry} />
      ) : (
        <EmptyState words="You have no such conversation.">
          <Link to={href('/dashboard/messages')} className="button">
            Go to Messages
          </Link>
        </EmptyState>
      )}
    </>
  )
}

export function ConversationLoading() {
  return (
    <>
      <h1 className="mb-6">Messages</h1>
      <Skeletons count={3} className="h-20" label="Loading the messages" />
    </>
  )
}
