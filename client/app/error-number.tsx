import { createContext, useContext } from 'react'

/** Request id of this page in the server's log, during server-side rendering; else empty. */
export const RequestNumber = createContext('')

/** Request id to quote when reporting an error. Rendered on the server only; hydration leaves it unchanged. */
export function ErrorNumber() {
  const number = useContext(RequestNumber)
  return (
    <p className="mt-8 font-mono text-sm break-all text-ink-2 empty:hidden" suppressHydrationWarning>
      {number && `Error no. ${number}`}
    </p>
  )
}
