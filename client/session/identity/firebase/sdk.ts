import { initializeApp } from '@firebase/app'
import {
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getRedirectResult,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  updatePassword,
  updateProfile,
  verifyPasswordResetCode,
  type Auth,
  type User,
} from '@firebase/auth'
import { href } from '#contract/href.ts'
import { IdentityError, type BrowserIdentity, type IdentityUser } from '#client/session/identity/identity-port.ts'
import { asIdentityError } from './error-codes.ts'

type Actions = Omit<BrowserIdentity, 'onUserChanged' | 'finishPopup' | 'factors' | 'signInLinks'>
type Announce = (user: IdentityUser | null) => void

/** Opens Firebase's SDK, which announces the user whenever they change, in any tab. Resolves once that is known. */
export async function openSdk(options: Readonly<Record<string, string>>, announce: Announce): Promise<Actions> {
  const { emulator, ...project } = options
  const auth = initializeAuth(initializeApp(project), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (emulator) connectAuthEmulator(auth, `http://${emulator}`, { disableWarnings: true })
  const tokens = { areBehind: false }
  onIdTokenChanged(auth, (user) => (user && tokens.areBehind) || announce(user && toIdentityUser(user)))
  await auth.authStateReady()
  /** Reads the user again. They are announced once their token says the same, since the shop reads that. */
  const refresh = async (user: User) => {
    tokens.areBehind = true
    try {
      await reload(user)
      await user.getIdToken(true)
    } finally {
      tokens.areBehind = false
    }
    return announced(user, announce)
  }
  // An email may have been confirmed on Firebase's own page since the last visit.
  if (auth.currentUser?.emailVerified === false) void refresh(auth.currentUser).catch(() => {})
  const actions = { ...signIns(auth, announce), ...ofUser(auth, announce), ...byMail(auth, { announce, refresh }) }
  return translated(actions)
}

function signIns(auth: Auth, announce: Announce) {
  return {
    signIn: async (email, password) => {
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      return announced(user, announce)
    },
    signUp: async (email, password) => {
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      // It can be sent again from the account.
      await sendEmailVerification(user, backTo(href('/dashboard/account'))).catch(() => {})
      return announced(user, announce)
    },
    signInWithPopup: async () => {
      const { user } = await signInWithPopup(auth, google(), browserPopupRedirectResolver)
      return announced(user, announce)
    },
    signInWithRedirect: () => signInWithRedirect(auth, google(), browserPopupRedirectResolver),
    redirectError: async () => {
      try {
        await getRedirectResult(auth, browserPopupRedirectResolver)
        return null
      } catch (error) {
        return asIdentityError(error)
      }
    },
    signOut: () => signOut(auth),
  } satisfies Partial<Actions>
}

function ofUser(auth: Auth, announce: Announce) {
  return {
    updateProfile: async ({ displayName, photoURL }) => {
      const user = signedIn(auth)
      await updateProfile(user, {
        ...(displayName !== undefined && { displayName }),
        // The SDK sends null as it is, which changes nothing.
        ...(photoURL !== undefined && { photoURL: photoURL ? new URL(photoURL, location.origin).href : '' }),
      })
      await user.getIdToken(true)
      return announced(user, announce)
    },
    confirm: async (password) => {
      const user = signedIn(auth)
      await authenticateAgain(user, password)
      return { proof: await user.getIdToken() }
    },
    getIdToken: () => signedIn(auth).getIdToken(),
    changePassword: async (current, next) => {
      const user = signedIn(auth)
      await authenticateAgain(user, current)
      await updatePassword(user, next)
      // Every session of an earlier sign-in has ended, this one's as well.
      await signInWithEmailAndPassword(auth, user.email ?? '', next)
    },
  } satisfies Partial<Actions>
}

function byMail(
  auth: Auth,
  { announce, refresh }: { announce: Announce; refresh: (user: User) => Promise<IdentityUser> },
) {
  return {
    sendVerificationEmail: () => sendEmailVerification(signedIn(auth), backTo(href('/dashboard/account'))),
    sendPasswordReset: async (email) => {
      await sendPasswordResetEmail(auth, email, backTo(href('/login'))).catch((error: unknown) => {
        // Projects without protection against email enumeration answer so; the screen must not tell who has an account.
        if (asIdentityError(error).code !== 'auth/user-not-found') throw error
      })
    },
    confirmPasswordReset: async (code, password) => {
      const email = await verifyPasswordResetCode(auth, code)
      await confirmPasswordReset(auth, code, password)
      const { user } = await signInWithEmailAndPassword(auth, email, password)
      return announced(user, announce)
    },
    readVerification: async (query) => {
      const { mode, code } = linkOf(query)
      if (mode === 'resetPassword') return { leadsTo: `${href('/reset-password')}?token=${encodeURIComponent(code)}` }
      const { data } = await checkActionCode(auth, code)
      const email = data.email ?? ''
      const isOwn = auth.currentUser?.email === email
      const facts = { takesPassword: false, takesPress: false, mayTakeBack: false, question: null }
      return { email, name: '', signedUpAt: null, isVerified: false, isOwn, ...facts }
    },
    verifyEmail: async (query) => {
      const user = signedIn(auth)
      await applyActionCode(auth, linkOf(query).code)
      return refresh(user)
    },
  } satisfies Partial<Actions>
}

const google = () => new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })

const authenticateAgain = (user: User, password: string) =>
  reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))

/** Where Firebase's own page for a mailed link leads on to. */
const backTo = (path: string) => ({ url: location.origin + path })

/** Firebase sends all of its links to one address, with what they are for. */
function linkOf(query: string): { mode: string | null; code: string } {
  const read = new URLSearchParams(query)
  return { mode: read.get('mode'), code: read.get('oobCode') ?? read.get('token') ?? '' }
}

function signedIn({ currentUser }: Auth): User {
  if (!currentUser) throw new IdentityError('auth/user-token-expired')
  return currentUser
}

function announced(user: User, announce: Announce): IdentityUser {
  const found = toIdentityUser(user)
  announce(found)
  return found
}

function toIdentityUser({ uid, email, emailVerified, displayName, photoURL, phoneNumber, isAnonymous }: User) {
  // Firebase keeps whole addresses; the shop's own are paths.
  const photo = photoURL?.startsWith(`${location.origin}/`) ? photoURL.slice(location.origin.length) : photoURL
  return {
    uid,
    email: email ?? '',
    emailVerified,
    displayName: displayName || null,
    photoURL: photo,
    phoneNumber,
    isAnonymous,
  }
}

/** The same actions, whose errors are ours. */
function translated(actions: Actions): Actions {
  const wrapped = Object.entries(actions).map(([name, act]) => [
    name,
    async (...given: never[]) => {
      try {
        return await (act as (...given: never[]) => Promise<unknown>)(...given)
      } catch (error) {
        throw asIdentityError(error)
      }
    },
  ])
  return Object.fromEntries(wrapped) as Actions
}
