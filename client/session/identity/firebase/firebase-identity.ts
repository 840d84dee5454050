import { IdentityError, type BrowserIdentity, type IdentityUser } from '#client/session/identity/identity-port.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

type Actions = Omit<BrowserIdentity, 'onUserChanged' | 'finishPopup' | 'factors' | 'signInLinks'>

/**
 * Identity provider of a Firebase project. Its SDK is loaded when a person acts, or nothing is known of them: on all
 * other pages a member is who they were when it was loaded last.
 */
export function firebaseIdentity(options: Readonly<Record<string, string>>): BrowserIdentity {
  const callbacks = new Set<(user: IdentityUser | null) => void>()
  /** Undefined until known. */
  let user: IdentityUser | null | undefined = readSnapshot() ?? undefined

  function announce(next: IdentityUser | null): void {
    const changed = JSON.stringify(next) !== JSON.stringify(user)
    if (!changed) return
    user = next
    writeSnapshot(next)
    for (const callback of callbacks) callback(next)
  }

  let actions: Promise<Actions> | undefined
  const sdk = (): Promise<Actions> =>
    (actions ??= import('./sdk.ts')
      .then(({ openSdk }) => openSdk(options, announce))
      .catch((error: unknown) => {
        actions = undefined
        throw error instanceof IdentityError
          ? error
          : new IdentityError('auth/network-request-failed', { cause: error })
      }))

  return {
    onUserChanged(callback) {
      callbacks.add(callback)
      if (user !== undefined) callback(user)
      // The SDK announces what it finds; where it can't be loaded, a visitor is one.
      else sdk().catch(() => callback(null))
      return () => void callbacks.delete(callback)
    },
    signIn: async (...given) => (await sdk()).signIn(...given),
    signUp: async (...given) => (await sdk()).signUp(...given),
    signInWithPopup: async (...given) => (await sdk()).signInWithPopup(...given),
    signInWithRedirect: async (...given) => (await sdk()).signInWithRedirect(...given),
    redirectError: async (...given) => (await sdk()).redirectError(...given),
    // Firebase's own page ends it.
    finishPopup: () => {},
    factors: async () => null,
    signInLinks: async () => null,
    updateProfile: async (...given) => (await sdk()).updateProfile(...given),
    confirm: async (...given) => (await sdk()).confirm(...given),
    getIdToken: async () => (await sdk()).getIdToken(),
    signOut: async () => (await sdk()).signOut(),
    sendVerificationEmail: async () => (await sdk()).sendVerificationEmail(),
    sendPasswordReset: async (...given) => (await sdk()).sendPasswordReset(...given),
    confirmPasswordReset: async (...given) => (await sdk()).confirmPasswordReset(...given),
    readVerification: async (...given) => (await sdk()).readVerification(...given),
    verifyEmail: async (...given) => (await sdk()).verifyEmail(...given),
    changePassword: async (...given) => (await sdk()).changePassword(...given),
  }
}
