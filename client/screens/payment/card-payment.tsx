import { lazy, Suspense, useEffect } from 'react'
import { priceText } from '#contract/money/currency-digits.ts'
import { createPaymentIntent } from '#contract/orders/payments.ts'
import { useCall } from '#client/session/use-call.ts'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ProblemError } from '#client/api/problem-error.ts'
import { invalidateTopics } from '#client/api/topics.ts'
import type { OpenPayment } from './use-payment.ts'

const forms = {
  card: {
    simulator: lazy(() => import('./simulator-card-form.tsx')),
    stripe: lazy(() => import('./stripe-card-form.tsx')),
  },
  account: {
    simulator: lazy(() => import('./simulator-payment-form.tsx')),
    stripe: lazy(() => import('./stripe-payment-form.tsx')),
  },
}

interface CardPaymentProps extends Omit<OpenPayment, 'clientSecret'> {
  /** Content below the form, mounted with it to avoid layout shift under the finger. */
  children: React.ReactNode
}

/** Payment form of the shop's provider, once our server has opened the order's payment there. */
export function CardPayment({ order, isOver, hasReturned, children }: CardPaymentProps) {
  const { mode, methods } = useSite().cards
  const intent = useCall(
    createPaymentIntent,
    { body: { resalePrice: priceText(order.book.resalePrice), orderInfoId: order.id } },
    {
      enabled: mode !== 'off' && !isOver,
      // Constant for the order's life, but never cached beyond this screen: it opens a payment.
      staleTime: Infinity,
      gcTime: 0,
    },
  )
  const isOutdated = intent.error instanceof ProblemError && intent.error.status === 409
  useEffect(() => {
    // Refetches the order, which was paid or ended since it was read.
    if (isOutdated) void invalidateTopics('orders')
  }, [isOutdated])
  if (mode === 'off') return children

  const Form = forms[methods][mode]
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <div className="grid content-start gap-4">
        {intent.isError && <Retry words={intent.error.message} onRetry={() => void intent.refetch()} />}
        <Form {...{ order, isOver, hasReturned }} clientSecret={intent.data?.clientSecret ?? null} />
      </div>
      {children}
    </Suspense>
  )
}
