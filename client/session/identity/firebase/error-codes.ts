import { IdentityError } from '#client/session/identity/identity-port.ts'
import { identityWords, type IdentityErrorCode } from '#client/session/identity/identity-words.ts'

/** Codes of Firebase that say what another one of ours says. */
const SAME: Readonly<Record<string, IdentityErrorCode>> = {
  'auth/invalid-login-credentials': 'auth/invalid-credential',
  'auth/invalid-action-code': 'auth/expired-action-code',
  'auth/invalid-user-token': 'auth/user-token-expired',
  'auth/null-user': 'auth/user-token-expired',
  'auth/unauthorized-continue-uri': 'auth/unauthorized-domain',
  'auth/password-does-not-meet-requirements': 'auth/common-password',
  'auth/admin-restricted-operation': 'auth/operation-not-allowed',
  'auth/quota-exceeded': 'auth/too-many-requests',
  'auth/timeout': 'auth/network-request-failed',
}

/** Maps an error of Firebase's SDK to ours, with its own code where that has words. */
export function asIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  const code = String((error as { code?: unknown } | null)?.code)
  const known = Object.hasOwn(identityWords, code) ? (code as IdentityErrorCode) : undefined
  const same = Object.hasOwn(SAME, code) ? SAME[code] : undefined
  return new IdentityError(known ?? same ?? 'auth/internal-error', { cause: error })
}
