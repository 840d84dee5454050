import { IDENTITY_BASE } from '#contract/accounts/sign-in.ts'
import { errorCodeOf } from './error-codes.ts'
import {
  IdentityError,
  type FactorFacts,
  type IdentityUser,
  type SecondStep,
  type Verification,
} from '#client/session/identity/identity-port.ts'

type Answer = {
  code?: string
  token?: string
  url?: string
  user?: WireUser | null
  session?: { id: string } | null
} & WireFactors &
  Partial<Omit<Verification, 'signedUpAt' | 'takesPassword'> & { signedUpAt: string }>
/** Of the calls about passkeys and second factors. */
type WireFactors = Partial<
  Omit<FactorFacts, 'passkeys'> & SecondStep & { isWaiting: boolean; secret: string; address: string }
> & {
  passkeys?: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[]
  recoveryCodes?: string[] | null
}
type WireUser = { id: string; email: string; emailVerified: boolean; name?: string; image?: string | null }

/** Sends a request to the embedded provider. Rejects with an IdentityError for every refusal and failure. */
export async function ask(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${IDENTITY_BASE}/${path}`, {
    method: body ? 'POST' : 'GET',
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new IdentityError('auth/network-request-failed')
  })
  const answer = (await response.json().catch(() => undefined)) as Answer | null | undefined
  if (!response.ok) throw new IdentityError(errorCodeOf(response.status, answer?.code))
  // A truncated answer, as a closing window gets it, is a network error, not a missing session.
  if (answer === undefined) throw new IdentityError('auth/network-request-failed')
  return answer ?? {}
}

/** Reads the session of this browser; null when signed out. */
export async function readSession(): Promise<{ sessionId: string; user: IdentityUser } | null> {
  const { session, user } = await ask('get-session')
  return session && user ? { sessionId: session.id, user: toIdentityUser(user) } : null
}

/** Reads the facts of a verification token. */
export async function readVerification(token: string): Promise<Verification> {
  const {
    email = '',
    name = '',
    signedUpAt = '',
    isVerified = false,
    isOwn = false,
    takesPress = false,
    mayTakeBack = false,
    question = null,
  } = await ask('verification', { token })
  const facts = { isVerified, isOwn, takesPress, mayTakeBack, question, takesPassword: true }
  return { email, name, signedUpAt: new Date(signedUpAt), ...facts }
}

/** A provider's sign-in address, with our paths to return to. */
export async function providersAddress(
  provider: string,
  callbackURL: string,
  errorCallbackURL: string,
): Promise<string> {
  const { url } = await ask('sign-in/social', { provider, callbackURL, errorCallbackURL })
  if (!url) throw new IdentityError('auth/internal-error')
  return url
}

function toIdentityUser(user: WireUser): IdentityUser {
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.name || null,
    photoURL: user.image || null,
    phoneNumber: null,
    isAnonymous: false,
  }
}
