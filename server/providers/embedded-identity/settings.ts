import type { PoolOptions } from '#server/database/open-pool.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import type { BookedMail } from '#server/ports/mail.ts'

/** Whom "Sign in with Google" asks: Google, the local stand-in, or nobody. */
export type GoogleSettings =
  | { kind: 'google'; clientId: string; clientSecret: string }
  | { kind: 'stand-in'; issuer: string; clientId: string; clientSecret: string }
  | { kind: 'off' }

export type IdentityLog = {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** How often one network address may try what can be guessed, or what costs. */
export type ClientLimits = {
  readsPerMinute: number
  signUpsPerHour: number
  signInsPer5Minutes: number
  emailsPer15Minutes: number
}

export type IdentitySettings = {
  databaseUrl: string
  /** How many connections it may open at most, and for what it does one after the other. */
  connections: { identity: number; identityLocks: number }
  /** Refuses early what would wait for a silent database. */
  breaker?: PoolOptions['breaker']
  /** Links in mails and the proofs' issuer are made from this alone. No trailing slash. */
  publicUrl: string
  /** Origins whose pages may write. */
  allowedOrigins: readonly string[]
  /** Signs cookies and verification links, encrypts the signing key. At least 32 characters, kept for good. */
  secret: string
  /** What mails call the shop; it may get another name. */
  shopName: () => string
  mail: BookedMail
  google: GoogleSettings
  /** For so many milliseconds a start waits for Google. */
  googleWithinMs?: number
  events: IdentityEvents
  clock: Clock
  log: IdentityLog
  /** How often one network address may try; false where nobody counts. */
  rateLimits: ClientLimits | false
  /** Off only where nothing is at stake. */
  refuseCommonPasswords: boolean
  /** Hashes passwords, at full cost unless tests pass a cheaper one: a PHC string of argon2id. */
  hashPassword?: ((password: string) => Promise<string>) | undefined
  /** Nobody else works on this database: a signing key that doesn't open with our secret may be replaced. */
  ownsDatabase: boolean
}
