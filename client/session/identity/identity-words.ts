/** Refusal of a common password. */
export const COMMON_PASSWORD = 'This is one of the first passwords anyone would guess. Please choose another.'

const WRONG = 'That email and password don’t match. Please check both.'

/** Messages by error code of the identity provider. */
export const identityWords = {
  'auth/invalid-credential': WRONG,
  // The same words: naming the wrong one would tell which emails have an account.
  'auth/wrong-password': WRONG,
  'auth/user-not-found': WRONG,
  'auth/missing-password': 'Please enter your password.',
  'auth/account-exists-with-different-credential':
    'You signed up another way with this email. Please sign in that way, such as by email and password.',
  'auth/requires-recent-login': 'To do this, please log out and log in again first.',
  'auth/web-storage-unsupported':
    'Your browser doesn’t let this site save data, which signing in needs. Please allow it and try again.',
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
  'auth/user-cancelled': 'You didn’t agree to share who you are. Please try again, or use email and password.',
  'auth/provider-unreachable':
    'We can’t reach the service you sign in with at the moment. Please try again in a minute, or use email and password.',
  'auth/email-missing': 'That account has no email address, and the club needs one. Please use email and password.',
  'auth/user-disabled': 'This account was closed by the club.',
  'auth/user-token-expired': 'You’ve been signed out. Please sign in again.',
  'auth/unauthorized-domain': 'You can’t sign in at this web address. Please use the shop’s usual one.',
  'auth/operation-not-allowed': 'You can’t sign in that way here.',
  'auth/expired-action-code': 'This link has expired or was used already.',
  'auth/multi-factor-auth-required': 'This account asks for a second step after the password.',
  'auth/invalid-verification-code':
    'That code doesn’t work. Please enter the one that your app shows now, or a recovery code that you haven’t used.',
  'auth/code-expired': 'That took too long. Please sign in again.',
  'auth/passkey-refused': 'That passkey doesn’t work here. Please sign in another way.',
  'auth/passkey-cancelled': 'No passkey was used. Please try again, or continue without one.',
  'auth/passkey-exists': 'This device already has a passkey for your account.',
  'auth/passkey-not-found': 'There is no such passkey. Please reload the page.',
  'auth/too-many-passkeys': 'You have as many passkeys as an account can have. Please remove one first.',
  'auth/unverified-email': 'Please confirm your email first. The link is in the email that we sent you.',
  'auth/unproven-mailbox':
    'Your email was confirmed on another device. Please sign in by an emailed link in this browser first, then try again.',
  'auth/last-way-to-sign-in':
    'You couldn’t sign in without this one. Please set a password or add another passkey first.',
  'auth/last-second-factor':
    'Your second step asks for this passkey. Add another one, set up an app, or switch the second step off first.',
  'auth/second-step-off': 'The second step is switched off. Please reload the page.',
  'auth/internal-error': 'Something went wrong on our side. Please try again in a moment.',
}

/** Error codes that screens know, for any provider. */
export type IdentityErrorCode = keyof typeof identityWords
