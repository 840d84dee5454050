import { useSyncExternalStore } from 'react'
import type { OwnAccount } from '#contract/accounts/accounts.ts'
import type { IdentityUser } from './identity/identity-port.ts'

/**
 * Who is signed in. `loading` at the start and during every sign-in, sign-up and sign-out, until the identity
 * provider has said who is signed in. `reason`: why somebody was signed out who did not ask for it, else empty.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out'; reason: string }
  | { state: 'signed-in'; account: OwnAccount; identityUser: IdentityUser }

const loading: Session = { state: 'loading' }
let session: Session = loading
const listeners = new Set<() => void>()

/** The session as it is now, outside of components. */
export const currentSession = (): Session => session

/** For the files of this folder. */
export function setSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, in a component. Loading in the server's page, which is the same for everyone. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, () => loading)
}

/** The account of who is signed in; null for visitors, and as long as that is not known: nothing changes for them. */
export function useSignedInAccount(): OwnAccount | null {
  return useSyncExternalStore(
    subscribeToSession,
    () => (session.state === 'signed-in' ? session.account : null),
    () => null,
  )
}

/** In local storage while somebody is signed in at the identity provider, as far as this browser knows. */
export const IDENTITY_HINT_KEY = 'identity'
/** In local storage while a sign-up waits to be finished. */
export const SIGN_UP_CHOICE_KEY = 'sign-up-choice'
