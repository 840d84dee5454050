import type { Confirmation } from '#contract/accounts/admins.ts'
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
  /** Name given at sign-up; empty where none was given or the provider doesn't say. */
  name: string
  /** Null where the provider doesn't say. */
  signedUpAt: Date | null
  isVerified: boolean
  /** Whether this browser is signed in as that person. */
  isOwn: boolean
  /** Whether the link also takes a new password, outside of the person's own session. */
  takesPassword: boolean
  /** Whether a press confirms without a new password, because the account is unused. */
  takesPress: boolean
  /** Whether such a press can be taken back by this link. */
  mayTakeBack: boolean
  /** The question that the confirmation sends; null for none. */
  question: { conversationPath: string; title: string; text: string } | null
}

/** Signing in by a mailed link. */
export interface BrowserSignInLinks {
  /** Mails a link that leads to a path of ours; resolves alike whether or not the email has an account. */
  send(email: string, returnTo: string): Promise<void>
  /** Reads whom a link signs in, without using it. */
  read(token: string): Promise<SignInLink>
  use(token: string): Promise<IdentityUser>
}

export interface SignInLink {
  email: string
  /** Whether the email was confirmed before. If not, the link puts out who signed up, unless this browser is theirs. */
  isVerified: boolean
  /** Whether this browser is signed in as that person. */
  isOwn: boolean
}

/** Ways to pass the second step of a sign-in, beside recovery codes. */
export interface SecondStep {
  /** Codes of an authenticator app. */
  hasApp: boolean
  hasPasskey: boolean
}

/** Passkeys and second factor of the signed-in person. */
export interface FactorFacts {
  /** Oldest first. */
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[]
  /** Whether a second step follows the password. */
  isOn: boolean
  hasApp: boolean
  /** Unused recovery codes. */
  codesLeft: number
  hasPassword: boolean
  /** False while the email was only confirmed on another device: none can be added before a mailed link signs in here. */
  isMailboxProven: boolean
}

/**
 * Passkeys and second factors. Changes reject with 'auth/requires-recent-login' until the person has confirmed that it
 * is them, in the last five minutes.
 */
export interface BrowserFactors {
  /** Whether passkeys work in this browser, at this address. */
  passkeysWork(): boolean
  signInByPasskey(): Promise<IdentityUser>
  /** Offers passkeys in the autofill of a field; `onUsed` follows a sign-in by one. Returns what ends the offer. */
  offerPasskeys(onUsed: (user: IdentityUser) => Promise<void>): () => void
  /** The second step that this browser's sign-in waits for; null for none. */
  findSecondStep(): Promise<SecondStep | null>
  /** Passes it by a code of the app, or a recovery code. */
  passSecondStep(code: string): Promise<IdentityUser>
  read(): Promise<FactorFacts>
  /** Confirms that it is them: by a code where there is a second step, else by the password. */
  confirm(by: { password: string } | { code: string }): Promise<void>
  addPasskey(name: string): Promise<void>
  renamePasskey(id: string, name: string): Promise<void>
  removePasskey(id: string): Promise<void>
  /** Secret of a new authenticator app, to type and as the address of a QR code. */
  newApp(): Promise<{ secret: string; address: string }>
  /** Puts the new app in force by its code. Recovery codes come with the first second step; else null. */
  confirmApp(code: string): Promise<string[] | null>
  /** Has the second step ask for a passkey; recovery codes as with an app. */
  askForPasskey(): Promise<string[] | null>
  newRecoveryCodes(): Promise<string[]>
  switchOff(): Promise<void>
}

/**
 * Port to the identity provider in the browser. Every action rejects with an IdentityError, and announces the resulting
 * user before it resolves.
 */
export interface BrowserIdentity {
  signIn(email: string, password: string): Promise<IdentityUser>
  /** `returnTo`: the path of ours to which the mailed link leads on. */
  signUp(email: string, password: string, returnTo?: string): Promise<IdentityUser>
  /**
   * Sign-in at a provider that the site offers, by its id, in a popup of 500 by 600. Call it straight from a click, or
   * the browser blocks the popup.
   */
  signInWithPopup(provider: string): Promise<IdentityUser>
  /** The same by redirect, for blocked popups; only where the site offers it. */
  signInWithRedirect(returnTo: string, provider: string): Promise<void>
  /** Error of a redirect that ended on this page, by its query; null for none. */
  redirectError(query: string): Promise<IdentityError | null>
  /** Ends a popup on its last page, for a provider that ends it in the shop. */
  finishPopup(): void
  /** Updates the given fields; null removes the photo. */
  updateProfile(profile: { displayName?: string; photoURL?: string | null }): Promise<IdentityUser>
  /**
   * Subscribes to the signed-in user: called once known, then at each change in any tab; null when signed out. Returns
   * the unsubscribe function.
   */
  onUserChanged(callback: (user: IdentityUser | null) => void): () => void
  /**
   * What confirms the signed-in person to the shop: the password, for a provider that the shop asks, else the proof that
   * the provider has just checked it.
   */
  confirm(password: string): Promise<Confirmation>
  /** ID token for the shop, with the present profile. */
  getIdToken(): Promise<string>
  signOut(): Promise<void>
  /** Resends the verification mail to the signed-in user; `returnTo` as at the sign-up. */
  sendVerificationEmail(returnTo?: string): Promise<void>
  /** Sends a password reset; resolves alike whether or not the email has an account. */
  sendPasswordReset(email: string): Promise<void>
  /** Sets a new password by a mailed token, and signs this browser in. */
  confirmPasswordReset(token: string, password: string): Promise<IdentityUser>
  /**
   * Reads the facts of a verification link without using it, by the query of its address. A provider with one address
   * for all links says where another kind leads.
   */
  readVerification(query: string): Promise<Verification | { leadsTo: string }>
  /**
   * Confirms an email by the query of a verification link. Outside of the person's own session it takes a new password
   * where the provider allows, and signs this browser in.
   */
  verifyEmail(query: string, newPassword?: string): Promise<IdentityUser | null>
  /** Null for a provider that mails no links to sign in. */
  signInLinks(): Promise<BrowserSignInLinks | null>
  /** Null where the provider keeps passkeys and second factors itself, or has none. */
  factors(): Promise<BrowserFactors | null>
  /** Changes the password and signs every other device out. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>
}

/** Error of the identity provider; its message is for people. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, options?: ErrorOptions) {
    super(identityWords[code], options)
    this.code = code
  }
}
