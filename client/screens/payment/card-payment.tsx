import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { priceText } from '#contract/money/currency-digits.ts'
import type { Order } from '#contract/orders/orders.ts'
import { createPaymentIntent } from '#contract/orders/payments.ts'
import { Retry } from '#client/ui/retry.tsx'
import { useSite } from '#client/ui/site.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { call } from '#client/api/call.ts'
import { ProblemError } from '#client/api/problem-error.ts'
import { useRefreshOrders } from '#client/orders/use-order-action.ts'

const forms = {
  simulator: lazy(() => import('./simulator-card-form.tsx')),
  stripe: lazy(() => import('./stripe-card-form.tsx')),
}

interface CardPaymentProps {
  order: Order
  isOver: boolean
  /** What stands below the form comes with it: a button would move away from under the finger. */
  children: React.ReactNode
}

/** The card form of the provider that this shop has, once our server has opened the order's payment there. */
export function CardPayment({ order, isOver, children }: CardPaymentProps) {
  const { mode } = useSite().cards
  const refresh = useRefreshOrders()
  const intent = useQuery({
    queryKey: ['payment-intent', order.id],
    queryFn: () =>
      call(createPaymentIntent, {
        body: { resalePrice: priceText(order.book.resalePrice), orderInfoId: order.id },
      }).catch(async (error: unknown) => {
        // Paid or ended since it was read: then the order itself says so.
        if (error instanceof ProblemError && error.status === 409) await refresh()
        throw error
      }),
    enabled: mode !== 'off' && !isOver,
    // One and the same for the order's whole life; but never kept beyond this screen, because it opens a payment.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (mode === 'off') return children

  const Form = forms[mode]
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <div className="grid content-start gap-4">
        {intent.isError && <Retry words={intent.error.message} onRetry={() => void intent.refetch()} />}
        <Form order={order} clientSecret={intent.data?.clientSecret ?? null} isOver={isOver} />
      </div>
      {children}
    </Suspense>
  )
}
