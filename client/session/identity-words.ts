import { IdentityError, type IdentityErrorCode } from './identity/identity-port.ts'

/** Why a password can't be taken although it is long enough. */
export const COMMON_PASSWORD = 'This is one of the first passwords anyone would guess. Please choose another.'

/** What to tell a person about the identity service's code, in the form that asked. */
const words: Record<IdentityErrorCode, string> = {
  'auth/invalid-credential': 'That email and password don’t go together. Please check both.',
  'auth/email-already-in-use': 'The email address is already in use by another account.',
  'auth/weak-password': 'Password must be at least 6 characters',
  'auth/password-too-long': 'That password is too long. Please use 128 characters or fewer.',
  'auth/common-password': COMMON_PASSWORD,
  'auth/requires-new-password': 'You’re no longer signed in here. Please reload the page.',
  'auth/invalid-email': 'Enter an email address such as name@example.org',
  'auth/invalid-profile': 'We couldn’t save that. Please check what you entered.',
  'auth/too-many-requests':
    'Too many attempts. Please wait a minute and try again. “Forgot password?” on the login page gets you in by email.',
  'auth/network-request-failed': 'We couldn’t reach the shop. Please check your internet connection and try again.',
  'auth/popup-blocked': 'Your browser blocked the window. Allow pop-ups for this site, or continue in this window.',
  'auth/popup-closed-by-user': 'The window closed before you were signed in. Please try again.',
  'auth/cancelled-popup-request': 'Another window was opened after this one. Please continue there.',
  'auth/user-cancelled': 'You didn’t let Google share who you are. Please try again, or use email and password.',
  'auth/user-disabled': 'This account was closed by the club.',
  'auth/user-token-expired': 'You’ve been signed out. Please sign in again.',
  'auth/unauthorized-domain': 'You can’t sign in at this address of the shop.',
  'auth/operation-not-allowed': 'You can’t sign in that way here.',
  'auth/expired-action-code': 'This link has expired or was used already.',
  'auth/internal-error': 'Something went wrong on our side. Please try again in a moment.',
}

/** An error of the identity service, or of our own server, in words for a person. */
export function inWords(error: unknown): string {
  if (error instanceof IdentityError) return words[error.code]
  return (error instanceof Error && error.message) || 'Something went wrong. Please try again.'
}

/** The popup's words: the identity service's code as it is, as the specification has it; else what happened. */
export function codeOrWords(error: unknown): string {
  return error instanceof IdentityError ? error.code : inWords(error)
}

/** The same after a failed sign-up, where the specification has words of its own for a taken address. */
export function signUpFailure(error: unknown): string {
  const taken = error instanceof IdentityError && error.code === 'auth/email-already-in-use'
  return taken ? inWords(error) : codeOrWords(error)
}
