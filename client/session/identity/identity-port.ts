import { identityWords, type IdentityErrorCode } from './identity-words.ts'

/** Who is signed in at the identity provider: the seven fields that screens may rely on, whoever the provider is. */
export interface IdentityUser {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
  phoneNumber: string | null
  isAnonymous: boolean
}

/** What a link to confirm an email is about. */
export interface Verification {
  email: string
  /** As whoever signed up wrote it; may be empty. */
  name: string
  signedUpAt: Date
  isVerified: boolean
  /** This browser is signed in as that very person. */
  isOwn: boolean
}

/**
 * The browser's side of identity. Every action rejects with an IdentityError, and announces the user it leads to
 * before it resolves.
 */
export interface BrowserIdentity {
  signIn(email: string, password: string): Promise<IdentityUser>
  signUp(email: string, password: string): Promise<IdentityUser>
  /** Google in a window of 500 by 600. Call it straight from a click, or the browser blocks the window. */
  signInWithPopup(): Promise<IdentityUser>
  /** Google in this window, for where windows are blocked. Leads away, and comes back to `returnTo`, or to here. */
  signInWithRedirect(returnTo?: string): Promise<void>
  /** What is left out stays as it is; null takes the photo away. */
  updateProfile(profile: { displayName?: string; photoURL?: string | null }): Promise<IdentityUser>
  /**
   * Calls back as soon as it is known who is here, then at each change, whichever tab caused it; null for nobody.
   * Returns the function that stops it.
   */
  onUserChanged(callback: (user: IdentityUser | null) => void): () => void
  /** A fresh proof for the shop, good for five minutes. */
  getIdToken(): Promise<string>
  signOut(): Promise<void>
  /** Sends the signed-in user the verification mail again. */
  sendVerificationEmail(): Promise<void>
  /** Resolves alike whether or not somebody has this address. */
  sendPasswordReset(email: string): Promise<void>
  /** Sets a new password by the token of a mailed link; this browser is signed in then. */
  confirmPasswordReset(token: string, password: string): Promise<IdentityUser>
  /** What the token of a mailed link confirms; nothing happens by asking. */
  readVerification(token: string): Promise<Verification>
  /**
   * Confirms an email by the token of a mailed link. Outside of the person's own session it takes a new password,
   * and this browser is signed in then.
   */
  verifyEmail(token: string, newPassword?: string): Promise<IdentityUser | null>
  /** Signs every other device out. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>
}

/** Why an action at the identity provider did not work; its message is for the person. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode) {
    super(identityWords[code])
    this.code = code
  }
}
