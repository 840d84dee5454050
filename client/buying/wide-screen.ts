import { useSyncExternalStore } from 'react'
import { currentSession, subscribeToSession } from '#client/session/session.ts'

// As wide as where the cards of a table become rows, and where a dialog leaves something of its page to be seen.
const QUERY = '(width >= 40rem)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(QUERY)
  query.addEventListener('change', changed)
  const leave = subscribeToSession(changed)
  return () => {
    query.removeEventListener('change', changed)
    leave()
  }
}

/** Whether there is room for a dialog over the page, and somebody to fill it in: visitors go to sign in first. */
export const mayOpenDialog = (): boolean => currentSession().state !== 'signed-out' && window.matchMedia(QUERY).matches

/** The same of who is signed in; false in the server's page and until that is known. */
export function useOpensDialog(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => currentSession().state === 'signed-in' && mayOpenDialog(),
    () => false,
  )
}
