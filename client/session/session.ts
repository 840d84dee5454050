import { useSyncExternalStore } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { IdentityUser } from './identity/identity-port.ts'

/**
 * Who is signed in. `loading` at the start and during every sign-in, sign-up and sign-out, until the identity
 * provider has said who is here. `reason`: why somebody was signed out who did not ask for it, else empty.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out'; reason: string }
  | { state: 'signed-in'; account: Account; identityUser: IdentityUser }

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

// What moves the session brings schemas and the identity adapter along; a page can be read before they are here.
const loadActions = () => import('./session-actions.ts')

/** Finds out who is here and keeps following. To be called once, in the browser. */
export function startSession(): void {
  void loadActions().then((actions) => actions.followIdentity())
}

/** Signs out at the identity provider and forgets the club token. `reason` is told on the login screen. */
export async function signOut(reason = ''): Promise<void> {
  await (await loadActions()).signOut(reason)
}
