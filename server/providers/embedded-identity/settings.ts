import type { PoolOptions } from '#server/database/open-pool.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import type { BookedMail } from '#server/ports/mail.ts'

/** Provider of "Sign in with Google": Google, the local stand-in, or none. */
export type GoogleSettings =
  | { kind: 'google'; clientId: string; clientSecret: string }
  | { kind: 'stand-in'; issuer: string; clientId: string; clientSecret: string }
  | { kind: 'off' }

export type IdentityLog = {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Rate limits per network address, for what can be guessed or is expensive. */
export type ClientLimits = {
  readsPerMinute: number
  signUpsPerHour: number
  signInsPer5Minutes: number
  emailsPer15Minutes: number
}

export type IdentitySettings = {
  databaseUrl: string
  /** Maximum of connections, and of those for serialized changes. */
  connections: { identity: number; identityLocks: number }
  /** Circuit breaker: refuses early while the database is silent. */
  breaker?: PoolOptions['breaker']
  /** Base of links in mails and issuer of proofs. No trailing slash. */
  publicUrl: string
  /** Origins whose pages may write. */
  allowedOrigins: readonly string[]
  /** Signs cookies and verification links, encrypts the signing key. At least 32 characters; must never change. */
  secret: string
  /** Name of the shop in mails; may change. */
  shopName: () => string
  mail: BookedMail
  google: GoogleSettings
  /** Milliseconds that a start waits for Google. */
  googleWithinMs?: number
  events: IdentityEvents
  clock: Clock
  log: IdentityLog
  /** Rate limits per network address; false turns them off. */
  rateLimits: ClientLimits | false
  /** Off only where nothing is at stake. */
  refuseCommonPasswords: boolean
  /** Password hash at full cost, an argon2id PHC string; tests pass a cheaper one. */
  hashPassword?: ((password: string) => Promise<string>) | undefined
  /**
   * True where no other program uses this database: a signing key that doesn't open with our secret may be replaced.
   */
  ownsDatabase: boolean
}
