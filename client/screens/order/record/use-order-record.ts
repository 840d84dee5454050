import { useQuery } from '@tanstack/react-query'
import { getOrderRecord } from '#contract/orders/order-record.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { call } from '#client/api/call.ts'

/** What only admins see of an order; read again whenever something happened to it. */
export function useOrderRecord({ id, timeline, refunds, hasProblem }: OrderWithTimeline, isAdmin: boolean) {
  return useQuery({
    queryKey: ['my-orders', 'record', id, timeline.length, refunds.length, hasProblem],
    queryFn: ({ signal }) => call(getOrderRecord, { params: { id } }, { signal }),
    enabled: isAdmin,
    placeholderData: (known) => known,
    staleTime: 0,
  })
}
