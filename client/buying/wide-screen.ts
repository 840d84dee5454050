import { useSyncExternalStore } from 'react'

// As wide as where the cards of a table become rows, and where a dialog leaves something of its page to be seen.
const QUERY = '(width >= 40rem)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether there is room for a dialog over the page; false in the server's page and until the browser has taken over. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )
}
