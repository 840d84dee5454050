import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import { callPage } from '#client/api/call.ts'
import { textsIn } from '#client/forms/form-controls.ts'
import { fillIn } from '#client/forms/typed/fill-in.ts'
import type { Texts } from '#client/forms/typed-fields.ts'

/**
 * In a browser that doesn't remember where this seller's last book was, the server does: what is still empty is filled
 * in when its answer comes, `onFound` having been told with what. Without an answer the seller types.
 */
export function useLastLocation(
  isKnown: boolean,
  form: RefObject<HTMLFormElement | null>,
  onFound: (place: Texts) => void,
): void {
  const { data } = useQuery({
    queryKey: ['last-place'],
    queryFn: ({ signal }) => callPage(listMyBooks, { query: { limit: 1 } }, { signal }),
    enabled: !isKnown,
  })
  const last = data?.items[0]
  const fill = useEffectEvent((values: Texts) => {
    onFound(values)
    if (!form.current) return
    const typed = textsIn(form.current)
    fillIn(form.current, Object.fromEntries(Object.entries(values).filter(([name]) => typed[name] === '')))
  })
  useEffect(() => {
    if (last) fill({ location: last.location, mobileNumber: last.seller.mobileNumber ?? '' })
  }, [last])
}
