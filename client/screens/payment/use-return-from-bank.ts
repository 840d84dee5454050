import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Whether the buyer comes back from a page of their bank. Removes the query from the address bar
 * without reading it: the server asks the provider, and the client secret must not stay in the history.
 */
export function useReturnFromBank(): boolean {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const isReturn = new URLSearchParams(search).has('payment_intent')
  const [hasReturned] = useState(isReturn)
  useEffect(() => {
    if (isReturn) void navigate({ pathname, hash }, { replace: true, preventScrollReset: true })
  }, [isReturn, navigate, pathname, hash])
  return hasReturned
}
