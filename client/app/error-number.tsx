import { createContext, useContext } from 'react'

/** The number under which the server's log knows this page's request, while the page is made there; else empty. */
export const RequestNumber = createContext('')

/** What to tell whoever runs the shop. Made on the server alone; the browser leaves it as it came. */
export function ErrorNumber() {
  const number = useContext(RequestNumber)
  return (
    <p className="mt-8 font-mono text-sm break-all text-ink-2 empty:hidden" suppressHydrationWarning>
      {number && `Error no. ${number}`}
    </p>
  )
}
