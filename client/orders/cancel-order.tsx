import { useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { mayCancel } from '#contract/orders.policy.ts'
import { cancelOrder, type Order } from '#contract/orders.ts'
import { call } from '#client/api/call.ts'
import { FailureLine } from '#client/forms/failure-line.tsx'

interface CancelOrderProps {
  order: Order
  onCancelled: () => void
  /** The server knows the order in another state than this screen. */
  onRefused: () => void
}

/** Cancels an unpaid order. That can't be undone, so what it means is read before the button comes. */
export function CancelOrder({ order, onCancelled, onRefused }: CancelOrderProps) {
  const id = useId()
  const cancel = useMutation({
    mutationFn: () => call(cancelOrder, { params: { id: order.id } }),
    onSuccess: onCancelled,
    onError: onRefused,
  })
  if (mayCancel(order) !== 'yes') return null
  return (
    <details>
      <summary className="touchable py-2.5 text-sm text-link underline">
        Cancel order<span className="sr-only"> of {order.book.title}</span>
      </summary>
      <p id={id} className="mb-2 max-w-measure text-sm">
        The book goes back on sale. You won’t be charged, and you can’t reserve it again for 24 hours.
      </p>
      <button
        type="button"
        className="button-outline"
        aria-describedby={id}
        disabled={cancel.isPending || cancel.isSuccess}
        onClick={() => cancel.mutate()}
      >
        {cancel.isPending ? 'Cancelling…' : 'Cancel this order'}
      </button>
      <FailureLine words={cancel.error?.message} className="mt-2 text-sm" />
    </details>
  )
}
