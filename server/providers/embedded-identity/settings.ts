import type { PoolOptions } from '#server/database/open-pool.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { IdentityEvents } from '#server/ports/identity.ts'
import type { BookedMail } from '#server/ports/mail.ts'
import type { RequestCounts } from '#server/ports/request-counts.ts'

/** Places for a provider of further sign-ins, each with an address that it sends people back to. */
export const OPEN_ID_SLOTS = ['google', 'oidc'] as const
export type OpenIdSlot = (typeof OPEN_ID_SLOTS)[number]

/** An OpenID Connect provider whose accounts may sign in. */
export interface OpenIdProvider {
  slot: OpenIdSlot
  /** As people know it. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Whether it lets people choose among their accounts there each time. */
  choosesAccount: boolean
  /** Whether an email counts as verified where it doesn't say. */
  trustsEmail: boolean
}

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
  /** Address of a transaction pooler before the database, for all but locks. */
  pooler?: PoolOptions['pooler']
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
  /** At most one in each slot. */
  openId: readonly OpenIdProvider[]
  /** Milliseconds that a provider has for its discovery document. */
  discoveryWithinMs?: number
  events: IdentityEvents
  clock: Clock
  log: IdentityLog
  /** Rate limits per network address; false turns them off. */
  rateLimits: ClientLimits | false
  /** Counts attempts; by default in memory, by the clock. */
  counts?: RequestCounts | undefined
  /** Off only where nothing is at stake. */
  refuseCommonPasswords: boolean
  /** Password hash at full cost, an argon2id PHC string; tests pass a cheaper one. */
  hashPassword?: ((password: string) => Promise<string>) | undefined
  /**
   * True where no other program uses this database: a signing key that doesn't open with our secret may be replaced.
   */
  ownsDatabase: boolean
  /** Sessions of earlier sign-ins end at the start; null for none. */
  signedInSince?: Date | null
}
