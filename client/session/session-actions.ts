import type { Role } from '#contract/call.ts'
import { TOKEN_STORAGE_KEY } from '#contract/accounts/sign-in.ts'
import { toast } from '#client/ui/notice-store.ts'
import { ConnectionError, isRetryable } from '#client/api/problem-error.ts'
import { removeClubToken, onTokenRefused, setProofSource } from '#client/api/club-token.ts'
import { identity } from './identity/identity.ts'
import { IdentityError, type BrowserFactors, type IdentityUser } from './identity/identity-port.ts'
import { currentSession, IDENTITY_HINT_KEY, setSession } from './session.ts'
import { forgetChoice, rememberChoice } from './sign-up-choice.ts'

const RETRY_MS = 5000

/** Code splitting: membership brings the contract's schemas along, which visitors don't need. */
function loadMembership() {
  return import('./membership.ts').catch((error: unknown) => {
    throw new ConnectionError(error)
  })
}

/** Syncs the session with the identity provider and the other tabs. Rejects when the provider can't be loaded. */
export async function followIdentity(): Promise<void> {
  await identity.onUserChanged((user) => void follow(user))
  onTokenRefused((reason) => currentSession().state !== 'loading' && void signOut(reason))
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN_STORAGE_KEY && newValue === null) leave('')
  })
}

/** Signs in with email and password. Throws IdentityError, ProblemError or ConnectionError. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  await acting(() => identity.signIn(email, password))
}

/** Signs in by a passkey. Throws like `signInWithPassword`. */
export async function signInByPasskey(): Promise<void> {
  await acting(async () => (await requireFactors()).signInByPasskey())
}

/** Passes the second step of a sign-in by a code. Throws like `signInWithPassword`. */
export async function passSecondStep(code: string): Promise<void> {
  await acting(async () => (await requireFactors()).passSecondStep(code))
}

/** Enters as the person whom a passkey from the browser's autofill has signed in. */
export async function enterByPasskey(user: IdentityUser): Promise<void> {
  await acting(async () => user)
}

async function requireFactors(): Promise<BrowserFactors> {
  const factors = await identity.factors()
  if (!factors) throw new IdentityError('auth/operation-not-allowed')
  return factors
}

/** Signs in by a mailed link. Throws like `signInWithPassword`. */
export async function signInByLink(token: string): Promise<void> {
  await acting(async () => {
    const links = await identity.signInLinks()
    if (!links) throw new IdentityError('auth/operation-not-allowed')
    return links.use(token)
  })
}

/** Signs up, and creates the account with the chosen role. Throws like `signInWithPassword`. */
export async function signUpWithPassword(person: {
  name: string
  email: string
  password: string
  role: Role
  /** The path of ours to which the confirmation mail leads on. */
  returnTo: string
}): Promise<void> {
  rememberChoice({ email: person.email, name: person.name, role: person.role })
  await acting(async () => {
    const user = await identity.signUp(person.email, person.password, person.returnTo)
    if (person.name) await identity.updateProfile({ displayName: person.name, photoURL: user.photoURL })
    return user
  })
}

/** Signs in at a provider in a popup, or signs up as a buyer. */
export async function signInWithPopup(provider: string): Promise<void> {
  rememberChoice({ email: null, name: '', role: 'buyer' })
  try {
    await acting(() => identity.signInWithPopup(provider))
  } catch (error) {
    // Failed sign-up: forget its choice, or the next sign-in would use it.
    if (error instanceof IdentityError) forgetChoice()
    throw error
  }
}

/** Signs in at a provider by redirect, where popups are blocked; returns to `returnTo`. */
export async function signInWithRedirect(returnTo: string, provider: string): Promise<void> {
  rememberChoice({ email: null, name: '', role: 'buyer' })
  await identity.signInWithRedirect(returnTo, provider)
}

/** Resets a password by a mailed token, which signs in as well. Throws like `signInWithPassword`. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await acting(() => identity.confirmPasswordReset(token, password))
}

/** Confirms an email outside of its person's session: sets a new password and signs in. */
export async function confirmEmailAnew(query: string, password: string): Promise<void> {
  await acting(async () => {
    const user = await identity.verifyEmail(query, password)
    // Confirmed meanwhile, so this password was not set.
    if (!user) throw new IdentityError('auth/expired-action-code')
    return user
  })
}

/**
 * Signs out in all tabs. On failure shows a toast and restores the session. The first `reason` wins, since several
 * refusals may arrive at once. Resolves to whether the session has ended.
 */
export async function signOut(reason: string): Promise<boolean> {
  const before = currentSession()
  if (before.state === 'signed-out') {
    leave(before.reason || reason)
    return true
  }
  if (reason && before.state === 'loading') return false
  setSession({ state: 'loading' })
  partingReason = reason
  try {
    await identity.signOut()
    localStorage.removeItem(IDENTITY_HINT_KEY)
    leave(reason)
    return true
  } catch {
    setSession(before)
    toast('You’re still signed in: we couldn’t log you out. Please try again.', 'error')
    return false
  } finally {
    partingReason = ''
  }
}

/**
 * Refetches the account, on entering the dashboard and after a change. `hasNewPhoto`: has the shop read it from the
 * provider's proof first, since a provider elsewhere doesn't report changes; so does an email that was confirmed there.
 */
export async function refreshAccount({ hasNewPhoto = false } = {}): Promise<void> {
  const session = currentSession()
  if (session.state !== 'signed-in') return
  const { findAccount, showProof } = await loadMembership()
  if (hasNewPhoto || (session.identityUser.emailVerified && !session.account.emailVerified))
    await showProof({ hasNewPhoto })
  const account = await findAccount(session.account.email)
  const present = currentSession()
  if (present.state === 'signed-in' && present.account.id === account.id) setSession({ ...present, account })
}

async function acting(act: () => Promise<IdentityUser>): Promise<void> {
  const before = currentSession()
  setSession({ state: 'loading' })
  try {
    await enter(await act())
    const session = currentSession()
    if (session.state === 'signed-in') (await loadMembership()).tellMailRefusal(session.account)
  } catch (error) {
    // Refused by the provider: restore the session as it knows it.
    if (error instanceof IdentityError) await follow(latest)
    // Retryable error: restore the session as before.
    else if (isRetryable(error) && before.state === 'signed-in' && before.identityUser.uid === latest?.uid)
      setSession(before)
    else leave('')
    throw error
  }
}

let latest: IdentityUser | null = null
/** Reason of the sign-out in progress: the provider announces it before the action resolves. */
let partingReason = ''

async function follow(user: IdentityUser | null): Promise<void> {
  latest = user
  if (!user) {
    localStorage.removeItem(IDENTITY_HINT_KEY)
    const before = currentSession()
    return leave(before.state === 'signed-out' ? before.reason : partingReason)
  }
  try {
    await enter(user)
  } catch (error) {
    if (latest !== user) return
    if (isRetryable(error)) {
      // Retryable error: leave the club token to other tabs. A closing page fails here, too.
      stopRenewing()
      // Loading state until the retry, because the identity provider has a session.
      setSession({ state: 'loading' })
      setTimeout(() => latest === user && void follow(user), RETRY_MS)
    } else {
      leave(error instanceof Error ? error.message : '')
      await identity.signOut().catch(() => undefined)
    }
  }
}

let entering: { uid: string; done: Promise<void> } | null = null
let stopRenewing = () => {}

/** Enters the club as this identity. Deduped: an action and the provider's announcement may request it at once. */
function enter(user: IdentityUser): Promise<void> {
  const present = currentSession()
  if (present.state === 'signed-in' && present.identityUser.uid === user.uid) {
    setSession({ ...present, identityUser: user })
    return refreshAccount().catch((error: unknown) => {
      if (!isRetryable(error)) throw error
    })
  }
  if (entering?.uid !== user.uid) {
    const done = becomeMember(user).finally(() => {
      entering = null
    })
    entering = { uid: user.uid, done }
  }
  return entering.done
}

async function becomeMember(user: IdentityUser): Promise<void> {
  const { membershipOf, tellTimeZone } = await loadMembership()
  const membership = await membershipOf(user)
  stopRenewing()
  stopRenewing = membership.stopRenewing
  localStorage.setItem(IDENTITY_HINT_KEY, '1')
  void tellTimeZone(membership.account)
  setSession({ state: 'signed-in', account: membership.account, identityUser: user })
}

function leave(reason: string): void {
  stopRenewing()
  setProofSource(null)
  removeClubToken()
  setSession({ state: 'signed-out', reason })
}
