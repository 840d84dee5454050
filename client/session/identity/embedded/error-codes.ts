import type { IdentityErrorCode } from '#client/session/identity/identity-words.ts'

const byCode: Readonly<Record<string, IdentityErrorCode>> = {
  USER_ALREADY_EXISTS: 'auth/email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'auth/email-already-in-use',
  INVALID_EMAIL_OR_PASSWORD: 'auth/invalid-credential',
  INVALID_PASSWORD: 'auth/invalid-credential',
  INVALID_EMAIL: 'auth/invalid-email',
  PASSWORD_TOO_SHORT: 'auth/weak-password',
  PASSWORD_TOO_LONG: 'auth/password-too-long',
  PASSWORD_TOO_COMMON: 'auth/common-password',
  NEW_PASSWORD_NEEDED: 'auth/requires-new-password',
  INVALID_TOKEN: 'auth/expired-action-code',
  TOKEN_EXPIRED: 'auth/expired-action-code',
  USER_NOT_FOUND: 'auth/expired-action-code',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'auth/operation-not-allowed',
  // Those that aren't set up are not offered.
  PROVIDER_NOT_FOUND: 'auth/provider-unreachable',
  SECOND_FACTOR_NEEDED: 'auth/multi-factor-auth-required',
  INVALID_CODE: 'auth/invalid-verification-code',
  SECOND_STEP_EXPIRED: 'auth/code-expired',
  PASSKEY_REFUSED: 'auth/passkey-refused',
  PASSKEY_NOT_FOUND: 'auth/passkey-not-found',
  TOO_MANY_PASSKEYS: 'auth/too-many-passkeys',
  EMAIL_NOT_CONFIRMED: 'auth/unverified-email',
  MAILBOX_NOT_PROVEN: 'auth/unproven-mailbox',
  CONFIRMATION_NEEDED: 'auth/requires-recent-login',
  LAST_WAY_TO_SIGN_IN: 'auth/last-way-to-sign-in',
  LAST_SECOND_FACTOR: 'auth/last-second-factor',
  NO_SECOND_FACTOR: 'auth/second-step-off',
  INVALID_ORIGIN: 'auth/unauthorized-domain',
  MISSING_OR_NULL_ORIGIN: 'auth/unauthorized-domain',
  INVALID_IMAGE: 'auth/invalid-profile',
  INVALID_INPUT: 'auth/invalid-profile',
}

/** Maps a provider's error to our error codes. */
export function errorCodeOf(status: number, code: string | undefined): IdentityErrorCode {
  if (status === 429) return 'auth/too-many-requests'
  const known = code !== undefined && Object.hasOwn(byCode, code) ? byCode[code] : undefined
  return known ?? (status === 401 ? 'auth/user-token-expired' : 'auth/internal-error')
}

const ofFederated: Readonly<Record<string, IdentityErrorCode>> = {
  access_denied: 'auth/user-cancelled',
  account_not_linked: 'auth/account-exists-with-different-credential',
  email_not_found: 'auth/email-missing',
  SECOND_FACTOR_NEEDED: 'auth/multi-factor-auth-required',
}

/** Maps an error of a federated sign-in to our error codes. */
export function federatedErrorOf(error: string): IdentityErrorCode {
  return (Object.hasOwn(ofFederated, error) ? ofFederated[error] : undefined) ?? 'auth/internal-error'
}
