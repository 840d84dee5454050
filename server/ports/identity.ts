/** What an identity provider vouches for: this person, this address, verified or not. Valid for 5 minutes. */
export interface Proof {
  /** The provider's own id of the person; stable for good. */
  identityId: string
  /** Lower-case. */
  email: string
  emailVerified: boolean
  /** Empty when the person gave none. */
  name: string
  photoUrl: string | null
  /** How this person signed in, as far as the role at first sign-up depends on it. */
  via: 'password' | 'google'
  /** The provider's own name of the sign-in that this comes from, and when that was. */
  sessionId: string
  signedInAt: Date
}

/** What came of a password: `none` where the person has none, as with Google; seconds until another guess may be made. */
export type PasswordCheck = { is: 'right' | 'wrong' | 'none' } | { is: 'too_many'; seconds: number }

/** A place where a person is signed in; `userAgent` as its browser told, which may be anything or nothing. */
export interface OpenSession {
  id: string
  signedInAt: Date
  /** Empty where the provider doesn't know it. */
  userAgent: string
  /** From where; empty where the provider doesn't know it. */
  clientAddress: string
}

/** Who people are. The embedded provider is one implementation; a hosted one is another. */
export interface IdentityPort {
  /** Checks an ID token's signature, audience, type and age; null for anything that is not a fresh proof of ours. */
  verifyProof(token: string): Promise<Proof | null>
  /** Whether the sign-in that a proof comes from has not ended; of a person who is gone, the accounts are to judge. */
  isSignedIn(proof: Pick<Proof, 'identityId' | 'sessionId'>): Promise<boolean>
  /**
   * Whether this is a person's password; nobody is signed in by it. A guess counts like one at the sign-in, and is
   * limited with these, by account and by the network address that it comes from.
   */
  checkPassword(attempt: { identityId: string; password: string; clientAddress: string }): Promise<PasswordCheck>
  /** Ends every session of a person. */
  endSessions(identityId: string): Promise<void>
  /** Where a person is signed in, the latest sign-in first; some dozens of them at most. */
  listSessions(identityId: string): Promise<OpenSession[]>
  /** Ends one session of a person. One that has ended, or is another person's, is no error. */
  endSession(identityId: string, sessionId: string): Promise<void>
  /** Ends every session of a person but this one. */
  endOtherSessions(identityId: string, keptSessionId: string): Promise<void>
  /**
   * Gives a person a new email, as a verified one; every session but the one that it was asked for in ends, and so does
   * whatever was mailed to the former email. `taken`: somebody else has it, and nothing is changed. Twice is as once.
   */
  changeEmail(change: { identityId: string; email: string; sessionId: string }): Promise<'changed' | 'taken'>
  /** Removes a person and their sessions from the provider. Unknown ids are no error. */
  remove(identityId: string): Promise<void>
  /**
   * Makes sure that a person with this address exists, and returns a one-time link with which they choose a
   * password and are signed in; it expires after 24 hours. The address counts as verified once the link is used.
   */
  invite(person: { email: string; name: string }): Promise<{ identityId: string; link: string }>
  /**
   * Makes a person who signs in with this password, or finds the one with this address and leaves them as they
   * are, password included. For people the shop itself brings along (the demo's); everybody else signs up or is
   * invited. Absent for a provider where passwords can't be set from here.
   */
  createWithPassword?(person: {
    email: string
    name: string
    password: string
    emailVerified: boolean
  }): Promise<{ identityId: string }>
  /** Answers the provider's own HTTP API below /api/identity; absent for a provider that is hosted elsewhere. */
  handle?(request: Request): Promise<Response>
}

/**
 * Tells a provider with an HTTP API of its own which client asks. Our HTTP layer sets it from the connection, whatever
 * the request claims.
 */
export const CLIENT_ADDRESS_HEADER = 'x-dogear-client-address'

/** What an identity provider tells and asks us, so that club tokens end when they should, and names follow. */
export interface IdentityEvents {
  /** A password was changed or reset, an address verified by mail, or all sessions ended: all club tokens must end. */
  onCredentialsChanged(identityId: string): Promise<void>
  /**
   * An unverified email is about to be proven by somebody else than whoever signed up with it: what that person
   * brought into the shop must go. May be called twice.
   */
  onHandedOver(identityId: string): Promise<void>
  /**
   * Whether a person may have this as their photo: only a picture that they uploaded here. Anything else would let a
   * stranger's server watch who looks at the shop, or one member wear another's picture.
   */
  mayBePhoto(identityId: string, photoUrl: string): Promise<boolean>
  /** Name, photo or verification changed. */
  onProfileChanged(profile: {
    identityId: string
    name: string
    photoUrl: string | null
    emailVerified: boolean
  }): Promise<void>
}
