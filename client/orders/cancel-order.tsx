import { useId } from 'react'
import { mayCancel } from '#contract/orders/orders.policy.ts'
import { cancelOrder, getOrder, type Order } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { ActionButton } from '#client/forms/action-button.tsx'

/** Button to cancel an unpaid order; final, so its consequences are read first. */
export function CancelOrder({ order, onCancelled }: { order: Order; onCancelled?: () => void }) {
  const id = useId()
  if (mayCancel(order) !== 'yes') return null
  return (
    <details>
      <summary className="touchable py-2.5 text-sm text-link underline">
        Cancel order<span className="sr-only"> of {order.book.title}</span>
      </summary>
      <p id={id} className="mb-2 max-w-measure text-sm">
        {!order.isCopyHidden && 'The book goes back on sale. '}You won’t be charged, and you can’t reserve it again for
        24 hours.
      </p>
      <ActionButton
        act={() => cancel(order.id)}
        label="Cancel this order"
        pending="Cancelling…"
        onDone={onCancelled}
        describedBy={id}
      />
    </details>
  )
}

/** Cancels by call. A lost answer may hide a success, so the order itself is checked. */
async function cancel(id: string): Promise<void> {
  const params = { id }
  try {
    await call(cancelOrder, { params })
  } catch (error) {
    const present = isRetryable(error) ? await call(getOrder, { params }).catch(() => null) : null
    if (present?.state !== 'cancelled') throw error
  }
}
