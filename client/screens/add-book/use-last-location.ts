import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listMyBooks } from '#contract/my-book-calls.ts'
import { callPage } from '#client/api/call.ts'
import type { Texts } from './draft.ts'

/**
 * In a browser that doesn't remember where this seller's last book was, the server does: what is still empty is filled
 * in when its answer comes, and `onFilled` is told with what. Without an answer the seller types.
 */
export function useLastLocation(
  isKnown: boolean,
  form: RefObject<HTMLFormElement | null>,
  onFilled: (place: Texts) => void,
): void {
  const { data } = useQuery({
    queryKey: ['last-place'],
    queryFn: ({ signal }) => callPage(listMyBooks, { query: { limit: 1 } }, { signal }),
    enabled: !isKnown,
  })
  const last = data?.items[0]
  const fill = useEffectEvent((values: Texts) => {
    const empty = Object.entries(values).flatMap(([name, value]) => {
      const input = form.current?.elements.namedItem(name)
      return input instanceof HTMLInputElement && input.value === '' ? [{ input, value }] : []
    })
    for (const { input, value } of empty) input.value = value
    onFilled(values)
  })
  useEffect(() => {
    if (last) fill({ location: last.location, mobileNumber: last.seller.mobileNumber ?? '' })
  }, [last])
}
