import { getOrderRecord } from '#contract/orders/order-record.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { useCall } from '#client/session/use-call.ts'

/** Admin's record of an order; refetched with each event. */
export function useOrderRecord({ id, timeline, refunds, hasProblem }: OrderWithTimeline, isAdmin: boolean) {
  return useCall(
    getOrderRecord,
    { params: { id } },
    {
      revision: [timeline.length, refunds.length, hasProblem],
      enabled: isAdmin,
      placeholderData: (previous) => previous,
      staleTime: 0,
    },
  )
}
