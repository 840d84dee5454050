import { useSyncExternalStore } from 'react'
import { TOKEN_STORAGE_KEY } from '#contract/sign-in.ts'
import type { OwnAccount } from '#contract/accounts.ts'
import type { IdentityUser } from './identity/identity-port.ts'

/**
 * Who is signed in. `loading` at the start and during every sign-in, sign-up and sign-out, until the identity
 * provider has said who is here. `reason`: why somebody was signed out who did not ask for it, else empty.
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

// What moves the session brings schemas and the identity adapter along; a page can be read before they are here.
const loadActions = () => import('./session-actions.ts')

/** In local storage while somebody is signed in at the identity provider, as far as this browser knows. */
export const IDENTITY_HINT_KEY = 'identity'
/** In local storage while a sign-up waits to be finished. */
export const SIGN_UP_CHOICE_KEY = 'sign-up-choice'
const HINTS = [TOKEN_STORAGE_KEY, IDENTITY_HINT_KEY, SIGN_UP_CHOICE_KEY]

let following = false

/**
 * Finds out who is here and keeps following. A visitor whom this browser never saw signed in is spared the asking
 * while they read, and is signed out; `isNeeded` asks all the same. As often as you like, in the browser.
 */
export function startSession(isNeeded: boolean): void {
  if (following) return
  if (isNeeded || HINTS.some((key) => localStorage.getItem(key) !== null)) return follow()
  if (session.state !== 'loading') return
  setSession({ state: 'signed-out', reason: '' })
  window.addEventListener('storage', ({ key }) => key !== null && HINTS.includes(key) && follow())
}

function follow(): void {
  if (following) return
  following = true
  setSession(loading)
  loadActions().then(
    (actions) => actions.followIdentity(),
    () => {
      following = false
      setSession({ state: 'signed-out', reason: 'Please check your internet connection...' })
    },
  )
}

/** Signs out at the identity provider and forgets the club token. `reason` is told on the login screen. */
export async function signOut(reason = ''): Promise<void> {
  await (await loadActions()).signOut(reason)
}
