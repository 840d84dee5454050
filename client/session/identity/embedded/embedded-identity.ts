import { loginAddress } from '#client/session/origin.ts'
import { federatedErrorOf } from './error-codes.ts'
import { ask, providersAddress, readSession, readVerification } from './identity-requests.ts'
import {
  IdentityError,
  type BrowserIdentity,
  type BrowserSignInLinks,
  type IdentityUser,
} from '#client/session/identity/identity-port.ts'
import { finishPopup, throughPopup } from './popup.ts'
import { SessionWatcher } from './session-watcher.ts'

/**
 * Identity provider in the shop's own server: its session is a cookie that scripts can't read. Each action sends a
 * request, then rereads the session.
 */
export function embeddedIdentity(): BrowserIdentity {
  const people = new SessionWatcher()

  async function signedIn(): Promise<IdentityUser> {
    const user = await people.settle()
    if (!user) throw new IdentityError('auth/user-token-expired')
    return user
  }

  return {
    onUserChanged: (callback) => people.watch(callback),
    signIn: async (email, password) => {
      await ask('sign-in/email', { email, password })
      return signedIn()
    },
    signUp: async (email, password, returnTo = '/') => {
      await ask('sign-up/email', { name: '', email, password, callbackURL: returnTo })
      return signedIn()
    },
    signInWithPopup: async (provider) => {
      await throughProvidersPopup(provider)
      return signedIn()
    },
    signInWithRedirect: async (returnTo, provider) => {
      const address = await providersAddress(provider, returnTo, loginAddress(returnTo))
      window.location.assign(address)
    },
    redirectError: async (query) => {
      const error = new URLSearchParams(query).get('error')
      return error === null ? null : new IdentityError(federatedErrorOf(error))
    },
    finishPopup,
    updateProfile: async ({ displayName, photoURL }) => {
      await ask('update-user', {
        ...(displayName !== undefined && { name: displayName }),
        ...(photoURL !== undefined && { image: photoURL }),
      })
      return signedIn()
    },
    confirm: async (password) => ({ password }),
    getIdToken: () =>
      readToken().catch(async (error: IdentityError) => {
        // Session ended elsewhere, so settle as signed out.
        if (error.code === 'auth/user-token-expired') await people.settle()
        throw error
      }),
    signOut: async () => {
      await ask('sign-out', {})
      await people.settle()
    },
    signInLinks: async () => signInLinks(signedIn),
    // Lazy: the login and the account screen ask for them.
    factors: async () => (await import('./factors.ts')).embeddedFactors(signedIn),
    ...byMail(people, signedIn),
  }
}

const signInLinks = (signedIn: () => Promise<IdentityUser>): BrowserSignInLinks => ({
  send: async (email, returnTo) => void (await ask('sign-in-link', { email, returnTo })),
  read: async (token) => {
    const { email = '', isVerified = false, isOwn = false } = await ask('sign-in-link/read', { token })
    return { email, isVerified, isOwn }
  },
  use: async (token) => {
    await ask('sign-in-link/use', { token })
    return signedIn()
  },
})

type ByMail =
  | 'sendVerificationEmail'
  | 'sendPasswordReset'
  | 'confirmPasswordReset'
  | 'readVerification'
  | 'verifyEmail'
  | 'changePassword'

function byMail(people: SessionWatcher, signedIn: () => Promise<IdentityUser>): Pick<BrowserIdentity, ByMail> {
  return {
    sendVerificationEmail: async (returnTo = '/') => {
      await ask('send-verification-email', { email: people.user?.email ?? '', callbackURL: returnTo })
    },
    sendPasswordReset: async (email) => {
      await ask('request-password-reset', { email })
    },
    confirmPasswordReset: async (token, newPassword) => {
      await ask('reset-password', { token, newPassword })
      return signedIn()
    },
    readVerification: (query) => readVerification(tokenIn(query)),
    verifyEmail: async (query, newPassword) => {
      await ask('verify-email', { token: tokenIn(query), ...(newPassword !== undefined && { newPassword }) })
      return people.settle()
    },
    changePassword: async (currentPassword, newPassword) => {
      await ask('change-password', { currentPassword, newPassword })
      await people.settle()
    },
  }
}

const tokenIn = (query: string) => new URLSearchParams(query).get('token') ?? ''

async function readToken(): Promise<string> {
  const { token } = await ask('token')
  if (!token) throw new IdentityError('auth/internal-error')
  return token
}

async function throughProvidersPopup(provider: string): Promise<void> {
  let before: string | undefined
  try {
    await throughPopup(async (back) => {
      before = (await readSession())?.sessionId
      return providersAddress(provider, back, back)
    })
  } catch (error) {
    // A popup closed before its last page reported may still have signed in, so check the session.
    const closed = error instanceof IdentityError && error.code === 'auth/popup-closed-by-user'
    const now = closed ? await readSession() : null
    if (!now || now.sessionId === before) throw error
  }
}
