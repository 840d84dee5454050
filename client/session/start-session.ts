import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'
import { chooseAdapter } from './identity/adapter.ts'
import { currentSession, IDENTITY_HINT_KEY, setSession, SIGN_UP_CHOICE_KEY } from './session.ts'

// Code splitting: session actions bring schemas and the identity adapter along, which reading a page doesn't need.
const loadActions = () => import('./session-actions.ts')

const HINTS = [TOKEN_STORAGE_KEY, IDENTITY_HINT_KEY, SIGN_UP_CHOICE_KEY]

let following = false

/**
 * Starts the session and follows it. Without sign-in hints in local storage a visitor counts as signed out, without a
 * request; `isNeeded` asks all the same. `adapter` speaks to the identity provider. Idempotent; browser only.
 */
export function startSession(isNeeded: boolean, adapter: Parameters<typeof chooseAdapter>[0]): void {
  chooseAdapter(adapter)
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
  loadActions()
    .then((actions) => actions.followIdentity())
    .catch(() => {
      following = false
      setSession({ state: 'signed-out', reason: 'Please check your internet connection...' })
    })
}

/**
 * Signs out at the identity provider and forgets the club token; the login screen shows `reason`. Resolves to whether
 * it succeeded.
 */
export async function signOut(reason = ''): Promise<boolean> {
  return (await loadActions()).signOut(reason)
}
