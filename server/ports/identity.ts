/** Proof of an identity provider for a person and an address, verified or not. Valid for 5 minutes. */
export interface Proof {
  /** The provider's own id of the person; stable for good. */
  identityId: string
  /** Lower-case. */
  email: string
  emailVerified: boolean
  /**
   * Whether the person who signed in is known to read the email's mail. Not with a password at a provider whose mailed
   * link confirms an email wherever it is opened: its reader may have confirmed it for somebody else's password.
   */
  ownsMailbox: boolean
  /** Empty when the person gave none. */
  name: string
  photoUrl: string | null
  /** How this person signed in: here, or at another provider whose word is taken (federated). */
  via: 'password' | 'federated'
  /** The provider's id of the session, and when its sign-in was. */
  sessionId: string
  signedInAt: Date
}

/**
 * Result of a password check: `none` where the person has no password, as with a federated sign-in; seconds until another attempt is
 * allowed.
 */
export type PasswordCheck = { is: 'right' | 'wrong' | 'none' } | { is: 'too_many'; seconds: number }

/** A session of a person; `userAgent` as its browser sent, which may be anything or empty. */
export interface OpenSession {
  id: string
  signedInAt: Date
  /** Empty where the provider doesn't know it. */
  userAgent: string
  /** Client address; empty where the provider doesn't know it. */
  clientAddress: string
}

/** The port of the identity provider. The embedded provider is one implementation; a hosted one is another. */
export interface IdentityPort {
  /** Checks an ID token's signature, audience, type and age; null for anything that is not a fresh proof of ours. */
  verifyProof(token: string): Promise<Proof | null>
  /** Whether a proof's session is still open; the accounts judge people who are gone. */
  isSignedIn(proof: Pick<Proof, 'identityId' | 'sessionId'>): Promise<boolean>
  /**
   * Checks a person's password without signing in. An attempt counts as one at the sign-in, limited by account and by
   * client address. Null where passwords are checked in the browser alone: there a recent sign-in confirms the person.
   */
  checkPassword:
    | ((attempt: { identityId: string; password: string; clientAddress: string }) => Promise<PasswordCheck>)
    | null
  /** A person's sessions, one by one; null for a provider that can't tell them apart. */
  sessions: SingleSessions | null
  /** Null where the shop has no right to manage people at the provider. */
  management: Management | null
  /** Passkeys and second factors; null for a provider that keeps them itself, or has none. */
  factors: Factors | null
  /** Signing in by a mailed link; null for a provider that mails none. */
  signInLinks: SignInLinks | null
  /**
   * Creates a person with this password, or returns the one with this address unchanged. For people of the shop itself
   * (the demo's); all others sign up or are invited. Absent for a provider where passwords can't be set from here.
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

/** Lists and ends sessions one by one. */
export interface SingleSessions {
  /** Lists a person's sessions, latest sign-in first; some dozens at most. */
  list(identityId: string): Promise<OpenSession[]>
  /** Ends a session of a person. A session that has ended, or is another person's, is no error. */
  end(identityId: string, sessionId: string): Promise<void>
  /** Ends every other session of a person. */
  endOthers(identityId: string, keptSessionId: string): Promise<void>
}

/** Links that sign their reader in, which browsers ask for by the provider's own HTTP API. */
export interface SignInLinks {
  /** How long a link works. */
  minutes: number
}

/** A passkey as its owner named it. */
export interface NamedPasskey {
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** What the shop knows of people's second factors, and may do about them. */
export interface Factors {
  /** A person's passkeys, oldest first, and whether their password alone doesn't sign them in. */
  read(identityId: string): Promise<{ passkeys: NamedPasskey[]; isOn: boolean }>
  /**
   * Removes a person's passkeys, second factor and recovery codes, ends all sessions and tells them by email. False
   * where there was nothing to remove.
   */
  reset(identityId: string): Promise<boolean>
}

/** What an administrator of the provider may do to people. */
export interface Management {
  /** Ends every session of a person. */
  endSessions(identityId: string): Promise<void>
  /**
   * Changes a person's email, as a verified one; ends every other session and all links mailed to the former email.
   * Without single sessions the asking one ends, too. `taken`: another person has it, and nothing is changed. Safe to
   * repeat.
   */
  changeEmail(change: { identityId: string; email: string; sessionId: string }): Promise<'changed' | 'taken'>
  /** Removes a person and their sessions from the provider. Unknown ids are no error. */
  remove(identityId: string): Promise<void>
  /**
   * Creates a person with this address unless there is one, and returns a one-time link to choose a password and sign
   * in, with the hours that it works. The address counts as verified once the link is used.
   */
  invite(person: { email: string; name: string }): Promise<{ identityId: string; link: string; hours: number }>
  /**
   * Creates a person with this address, or puts out the one who typed it first: who reads its mail gets in, by choosing a
   * password. Null, and nothing is changed, where it was confirmed there before, or can have no person.
   */
  admit(person: { email: string; name: string }): Promise<string | null>
  /**
   * Ends a person's password, other ways to sign in and sessions, that of the proof too: who reads their mail chooses a
   * password and gets in. Absent where only that person can have confirmed the email (`ownsMailbox`).
   */
  requireNewPassword?(proof: Pick<Proof, 'identityId' | 'signedInAt'>): Promise<void>
}

/**
 * Header with the client's address, for a provider with an HTTP API of its own. Our HTTP layer sets it from the
 * connection and ignores the request's.
 */
export const CLIENT_ADDRESS_HEADER = 'x-dogear-client-address'

/** Events and questions of an identity provider, so that club tokens end in time and names follow. */
export interface IdentityEvents {
  /** A password was changed or reset, an address verified by mail, or all sessions ended: all club tokens must end. */
  onCredentialsChanged(identityId: string): Promise<void>
  /**
   * Called before an unverified email is proven by another person than the one who signed up with it: the first
   * person's data in the shop must go. Safe to repeat.
   */
  onHandedOver(identityId: string): Promise<void>
  /**
   * Describes the account of an unconfirmed email, for who reads its mail: whether it has listed and bought nothing, and
   * the question that its confirmation will send.
   */
  describeUnconfirmed(identityId: string): Promise<{
    isUnused: boolean
    question: { conversationPath: string; title: string; text: string } | null
  }>
  /**
   * Whether a person may use this photo: only a picture that they uploaded here. Other pictures would let a foreign
   * server track readers, or one member wear another's photo.
   */
  mayBePhoto(identityId: string, photoUrl: string): Promise<boolean>
  /** Name, photo or verification changed; without what the person left as it was, which the shop may know better. */
  onProfileChanged(profile: {
    identityId: string
    name?: string
    photoUrl?: string | null
    emailVerified: boolean
  }): Promise<void>
}
