import { identityWords, type IdentityErrorCode } from './identity-words.ts'

/** User of the identity provider: the seven fields that screens may use with any provider. */
export interface IdentityUser {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
  phoneNumber: string | null
  isAnonymous: boolean
}

/** Facts behind an email verification link. */
export interface Verification {
  email: string
  /** Name given at sign-up; may be empty. */
  name: string
  signedUpAt: Date
  isVerified: boolean
  /** Whether this browser is signed in as that person. */
  isOwn: boolean
}

/**
 * Port to the identity provider in the browser. Every action rejects with an IdentityError, and announces the resulting
 * user before it resolves.
 */
export interface BrowserIdentity {
  signIn(email: string, password: string): Promise<IdentityUser>
  signUp(email: string, password: string): Promise<IdentityUser>
  /** Google sign-in in a popup of 500 by 600. Call it straight from a click, or the browser blocks the popup. */
  signInWithPopup(): Promise<IdentityUser>
  /** Google sign-in by redirect, for blocked popups. Returns to `returnTo`, or to the current page. */
  signInWithRedirect(returnTo?: string): Promise<void>
  /** Updates the given fields; null removes the photo. */
  updateProfile(profile: { displayName?: string; photoURL?: string | null }): Promise<IdentityUser>
  /**
   * Subscribes to the signed-in user: called once known, then at each change in any tab; null when signed out. Returns
   * the unsubscribe function.
   */
  onUserChanged(callback: (user: IdentityUser | null) => void): () => void
  /** ID token for the shop, valid for five minutes. */
  getIdToken(): Promise<string>
  signOut(): Promise<void>
  /** Resends the verification mail to the signed-in user. */
  sendVerificationEmail(): Promise<void>
  /** Sends a password reset; resolves alike whether or not the email has an account. */
  sendPasswordReset(email: string): Promise<void>
  /** Sets a new password by a mailed token, and signs this browser in. */
  confirmPasswordReset(token: string, password: string): Promise<IdentityUser>
  /** Reads the facts of a verification token without using it. */
  readVerification(token: string): Promise<Verification>
  /**
   * Confirms an email by a mailed token. Outside of the person's own session it takes a new password, and signs this
   * browser in.
   */
  verifyEmail(token: string, newPassword?: string): Promise<IdentityUser | null>
  /** Changes the password and signs every other device out. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>
}

/** Error of the identity provider; its message is for people. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode) {
    super(identityWords[code])
    this.code = code
  }
}
