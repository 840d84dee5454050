import { useSyncExternalStore } from 'react'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { IdentityUser } from './identity/identity-port.ts'

/**
 * Session state. `loading` at the start and during every sign-in, sign-up and sign-out, until the identity provider has
 * answered. `reason`: why the session ended unasked, else empty.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out'; reason: string }
  | { state: 'signed-in'; account: OwnAccount; identityUser: IdentityUser }

const loading: Session = { state: 'loading' }
let session: Session = loading
const listeners = new Set<() => void>()

/** Current session, outside of components. */
export const currentSession = (): Session => session

/** Sets the session. For this folder only. */
export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Session as a hook. Loading during server-side rendering: the page is the same for everyone. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, () => loading)
}

/** Account of the signed-in member; null for visitors and while loading, so that visitors' pages don't rerender. */
export function useSignedInAccount(): OwnAccount | null {
  return useSyncExternalStore(
    subscribeToSession,
    () => (session.state === 'signed-in' ? session.account : null),
    () => null,
  )
}

/** Local storage key, set while the identity provider has a session, as far as this browser knows. */
export const IDENTITY_HINT_KEY = 'identity'
/** Local storage key of a sign-up that waits to be finished. */
export const SIGN_UP_CHOICE_KEY = 'sign-up-choice'
