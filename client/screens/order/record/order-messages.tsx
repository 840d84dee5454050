import { useState } from 'react'
import { listOrderMessages } from '#contract/messages/order-messages.ts'
import { usePages } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { Skeletons } from '#client/ui/skeleton.tsx'
import { Written } from '../written.tsx'

/** Messages of both sides, loaded only when an admin opens them: each read is audited. */
export function OrderMessages({ orderId }: { orderId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <h3 className="mb-2 text-xl">Messages between the two</h3>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="touchable py-2.5 text-link underline">Read their messages</summary>
        <p className="mb-3 max-w-measure text-sm text-ink-2">The audit log records that you read them.</p>
        {isOpen && <Messages orderId={orderId} />}
      </details>
    </div>
  )
}

function Messages({ orderId }: { orderId: string }) {
  const messages = usePages(listOrderMessages, { params: { id: orderId } }, { staleTime: 0 })
  if (messages.isPending) return <Skeletons count={1} className="h-24" label="Loading the messages" />
  if (!messages.data) return <Retry error={messages.error} onRetry={() => void messages.refetch()} />
  const shown = messages.data.pages.flatMap(({ items }) => items)
  if (shown.length === 0) return <p className="text-ink-2">They haven’t written to each other here.</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      {messages.hasNextPage && (
        <button
          type="button"
          className="button-outline justify-self-start"
          aria-disabled={messages.isFetchingNextPage}
          onClick={() => !messages.isFetchingNextPage && void messages.fetchNextPage()}
        >
          {messages.isFetchingNextPage ? 'Loading…' : 'Show earlier messages'}
        </button>
      )}
      <ol aria-label="Messages" className="grid grid-cols-1 gap-4">
        {shown.toReversed().map(({ id, by, text, at }) => (
          <Written key={id} writer={by === 'buyer' ? 'The buyer' : 'The seller'} at={at} text={text} />
        ))}
      </ol>
    </div>
  )
}
