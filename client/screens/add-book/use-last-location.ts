import { useEffect, useEffectEvent, type RefObject } from 'react'
import { listMyBooks } from '#contract/books/my-book-calls.ts'
import { textsIn } from '#client/forms/form-controls.ts'
import { fillIn } from '#client/forms/fill-in.ts'
import type { Texts } from '#client/forms/typed-fields.ts'
import { useFirstPage } from '#client/session/use-call.ts'

/**
 * Fills empty fields from the seller's last book on the server, in a browser without its own defaults. Calls `onFound`
 * with the values first. A failed read is ignored.
 */
export function useLastLocation(
  isKnown: boolean,
  form: RefObject<HTMLFormElement | null>,
  onFound: (place: Texts) => void,
): void {
  const { data } = useFirstPage(listMyBooks, { query: { limit: 1 } }, { enabled: !isKnown })
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
