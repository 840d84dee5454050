import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cancelOrder, type Order } from '#contract/orders.ts'
import { call } from '#client/server-calls/call.ts'
import { failureWords } from '#client/parts/failure-words.ts'

/** Gives the copy back, after asking: the same buyer can't hold it again for a day. */
export function CancelOrder({ order }: { order: Order }) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')

  async function cancel() {
    setPending(true)
    setProblem('')
    try {
      await call(cancelOrder, { params: { id: order.id } })
    } catch (error) {
      setProblem(failureWords(error))
    } finally {
      setPending(false)
      void queryClient.invalidateQueries({ queryKey: ['my-orders'] })
    }
  }

  return (
    <details className="mt-6 max-w-measure">
      <summary className="min-h-11 py-2.5 font-semibold text-link">I don’t want this book any more</summary>
      <div className="grid justify-items-start gap-3 pb-2">
        <p>
          Cancelling puts the copy back on the shelf for others. Nothing is charged, and you can’t hold this copy again
          for 24 hours.
        </p>
        <button type="button" className="button-outline" disabled={pending} onClick={() => void cancel()}>
          {pending && <span className="spinner" aria-hidden="true" />}
          Cancel order
        </button>
        <div role="alert">{problem && <p className="text-stamp">{problem}</p>}</div>
      </div>
    </details>
  )
}
