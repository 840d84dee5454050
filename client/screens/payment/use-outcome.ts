import { useState } from 'react'
import { priceText } from '#contract/money/currency-digits.ts'
import type { Order } from '#contract/orders/orders.ts'
import { makeOrderPaid, recordPayment } from '#contract/orders/payments.ts'
import { isRetryable } from '#client/api/problem-error.ts'
import { invalidateTopics } from '#client/api/topics.ts'
import { call } from '#client/api/call.ts'
import type { CardOutcome } from './card-outcome.ts'

/** Phase of a payment. `preparing`: its state is still being read. `checking`: the outcome is unknown. */
export type Phase =
  | { at: 'preparing' }
  | { at: 'ready' }
  | { at: 'confirming' }
  | { at: 'challenge'; url: string }
  | { at: 'checking' }

export interface Failure {
  message: string
  /** Provider's name of the invalid field. */
  field: string | null
}

export const NOT_CHARGED = 'The payment didn’t go through, and you weren’t charged. Please try again.'

/** State machine of a payment: maps each provider outcome to a phase. */
export function useOutcome(order: Order) {
  const [phase, setPhase] = useState<Phase>({ at: 'preparing' })
  const [failure, setFailure] = useState<Failure | null>(null)

  const readOrderAgain = () => void invalidateTopics('orders')

  const fail = (message: string, field: string | null = null) => {
    setPhase({ at: 'ready' })
    if (!message) return
    setFailure({ message, field })
    readOrderAgain()
  }

  const report = async (transactionId: string) => {
    try {
      await reportPayment(order, transactionId)
      readOrderAgain()
    } catch (error) {
      if (isRetryable(error)) setPhase({ at: 'checking' })
      else fail(error instanceof Error ? error.message : NOT_CHARGED)
    }
  }

  /** Has our server ask the provider, so that the order says that its payment is on its way. */
  const wait = async () => {
    setPhase({ at: 'checking' })
    // Refused, because nothing is paid yet.
    await makeItPaid(order).catch(() => {})
    readOrderAgain()
  }

  /** Applies an outcome. `whenOpen`: message when the payment awaits a card without a reason; may be empty. */
  const take = async (outcome: CardOutcome, whenOpen: string) => {
    if (outcome.kind === 'succeeded') await report(outcome.transactionId)
    else if (outcome.kind === 'processing') await wait()
    else if (outcome.kind === 'refused') fail(outcome.message, outcome.field)
    else if (outcome.kind === 'closed') fail('This payment was closed, and you weren’t charged.')
    else fail((whenOpen && outcome.kind === 'open' && outcome.message) || whenOpen)
  }

  return {
    phase,
    setPhase,
    failure,
    forgetFailure: () => setFailure(null),
    take,
    readOrderAgain,
  }
}

/**
 * Reports a succeeded payment to our server, which asks the provider itself. Idempotent. Throws ProblemError and
 * ConnectionError.
 */
async function reportPayment(order: Order, transactionId: string): Promise<void> {
  const resalePrice = priceText(order.book.resalePrice)
  await call(recordPayment, { body: { resalePrice, transactionId, email: order.email, orderInfoId: order.id } })
  await makeItPaid(order)
}

const makeItPaid = (order: Order) => call(makeOrderPaid, { params: { orderId: order.id }, body: { isPaid: true } })
