import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'
import { currentSession, IDENTITY_HINT_KEY, setSession, SIGN_UP_CHOICE_KEY } from './session.ts'

// What moves the session brings schemas and the identity adapter along; a page can be read before they are here.
const loadActions = () => import('./session-actions.ts')

const HINTS = [TOKEN_STORAGE_KEY, IDENTITY_HINT_KEY, SIGN_UP_CHOICE_KEY]

let following = false

/**
 * Finds out who is signed in and keeps following. A visitor whom this browser never saw signed in is spared the asking
 * while they read, and is signed out; `isNeeded` asks all the same. As often as you like, in the browser.
 */
export function startSession(isNeeded: boolean): void {
  if (following) return
  if (isNeeded || HINTS.some((key) => localStorage.getItem(key) !== null)) return follow()
  if (currentSession().state !== 'loading') return
  setSession({ state: 'signed-out', reason: '' })
  window.addEventListener('storage', ({ key }) => key !== null && HINTS.includes(key) && follow())
}

function follow(): void {
  if (following) return
  following = true
  setSession({ state: 'loading' })
  loadActions().then(
    (actions) => actions.followIdentity(),
    () => {
      following = false
      setSession({ state: 'signed-out', reason: 'Please check your internet connection...' })
    },
  )
}

/**
 * Signs out at the identity provider and forgets the club token; `reason` is told on the login screen. Gives whether
 * that got through.
 */
export async function signOut(reason = ''): Promise<boolean> {
  return (await loadActions()).signOut(reason)
}
