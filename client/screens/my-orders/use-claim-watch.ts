import { useEffect, useRef, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { expiredSince, refetchDelay } from './claims.ts'

/** Refetches orders when a claim ends, and returns those that expired on screen. */
export function useClaimWatch(orders: readonly Order[] | undefined, readAt: number, refetch: () => void): Order[] {
  const [expired, setExpired] = useState<Order[]>([])
  const seen = useRef<readonly Order[]>([])
  const attempts = useRef(0)

  useEffect(() => {
    if (!orders) return
    const gone = expiredSince(seen.current, orders)
    seen.current = orders
    if (gone.length > 0) {
      attempts.current = 0
      setExpired((earlier) => [...gone, ...earlier])
    }
    const delay = refetchDelay(orders, Date.now(), attempts.current)
    if (delay === null) return
    const timer = setTimeout(() => {
      attempts.current += 1
      refetch()
    }, delay)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- each reading plans the next look; a rendering alone does not
  }, [readAt])

  return expired
}
