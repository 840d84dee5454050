import { useCallback } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Reads orders again: one's own, those of one's buyers, and the one that is shown. */
export function useRefreshOrders() {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await Promise.all(['my-orders', 'my-buyers'].map((list) => queryClient.invalidateQueries({ queryKey: [list] })))
  }, [queryClient])
}

/** Something that changes an order, which is read again afterwards, whether it worked or not. */
export function useOrderAction(act: () => Promise<unknown>, onDone = () => {}) {
  return useMutation({ mutationFn: act, onSuccess: onDone, onSettled: useRefreshOrders() })
}
