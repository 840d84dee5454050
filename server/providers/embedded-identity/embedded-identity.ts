import { getMigrations } from 'better-auth/db/migration'
import type { Pool } from 'pg'
import { SIGN_IN_LINK_MINUTES } from '#contract/accounts/sign-in.ts'
import { openPool } from '#server/database/open-pool.ts'
import { databaseTrouble } from '#server/database/trouble.ts'
import { systemClock, type Clock } from '#server/ports/clock.ts'
import type { Factors, IdentityPort, Management, SignInLinks, SingleSessions } from '#server/ports/identity.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { newSecret } from '#server/secrets/stored-secrets.ts'
import { answers } from './answers.ts'
import { requestFilter, refusal } from './request-filter.ts'
import { factorsOfPeople } from './factors/factors-of-people.ts'
import { GUESSES_TABLE } from './guesses.sql.ts'
import { authOptions, createAuth, type Auth } from './better-auth.ts'
import { emailChange } from './change-email.ts'
import { passwordCheck } from './check-password.ts'
import { createWithPassword, provisioning } from './provisioning.ts'
import { oneAtATime, type OneAtATime } from './one-at-a-time.ts'
import { rejectOnOutage } from './outage-of-request.ts'
import { isSignedIn, sweep } from './users.sql.ts'
import { findProviders } from './open-id.ts'
import { openSessions } from './open-sessions.ts'
import { proofVerifier } from './proofs.ts'
import type { IdentitySettings } from './settings.ts'

export { google, redirectUri } from './open-id.ts'
export type { IdentitySettings, OpenIdProvider } from './settings.ts'

const ASK_PROVIDERS_AGAIN_MS = 30_000

/** The port with every ability. */
export interface EmbeddedIdentity extends Required<IdentityPort> {
  checkPassword: NonNullable<IdentityPort['checkPassword']>
  sessions: SingleSessions
  management: Management
  factors: Factors
  signInLinks: SignInLinks
  close(): Promise<void>
}

/**
 * Identity provider in this process: better-auth on tables of its own (schema `identity`, migrated at start), behind
 * our request filter. `close` ends its connections. Rejects when the database can't be reached.
 */
export async function embeddedIdentity(
  given: Omit<IdentitySettings, 'clock'> & { clock?: Clock },
): Promise<EmbeddedIdentity> {
  const settings = { ...given, clock: given.clock ?? systemClock }
  const { publicUrl, allowedOrigins, events, clock, log } = settings
  const pool = await openSchema(settings)
  const origins = [...new Set([new URL(publicUrl).origin, ...allowedOrigins])]
  const home = origins[0] as string
  const locks = openPool(settings.databaseUrl, {
    name: 'dogear identity locks',
    max: settings.connections.identityLocks,
    breaker: settings.breaker,
  })
  const inTurn = oneAtATime(locks)
  const close = async () => void (await Promise.all([pool.end(), locks.end()]))
  const authAt = authByOrigin(settings, pool, inTurn)
  const auth = await authAt(home)
  const { internalAdapter } = await auth.$context
  await requireSigningKey(auth, pool, settings).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const filter = requestFilter({ ...settings, origins })
  const originOf = (request: Request) =>
    origins.find((origin) => new URL(origin).host === request.headers.get('host')) ?? home

  const answer = answers(settings, pool, inTurn)
  const { sessions, endSessions } = openSessions(pool, events)

  return {
    verifyProof: proofVerifier({ issuer: publicUrl, clock, pool, readKeys: async () => auth.api.getJwks() }),
    isSignedIn: (proof) => isSignedIn(pool, proof),
    checkPassword: passwordCheck(settings, pool),
    sessions,
    factors: factorsOfPeople(settings, pool, inTurn),
    signInLinks: { minutes: SIGN_IN_LINK_MINUTES },
    management: {
      endSessions,
      changeEmail: emailChange(pool, inTurn, events),
      remove: (identityId) => internalAdapter.deleteUser(identityId),
      ...provisioning(auth, { pool, events, inTurn, publicUrl }),
    },
    createWithPassword: (person) => createWithPassword(auth, person),
    handle: async (request) => {
      try {
        const origin = originOf(request)
        const admitted = await filter.admit(request, origin)
        if (admitted instanceof Response) return admitted
        const answered = await rejectOnOutage(async () => answer(admitted, await authAt(origin)))
        if (answered.status >= 500) log.error({ status: answered.status }, 'identity: a request failed')
        return answered
      } catch (err) {
        if (err instanceof Error && databaseTrouble(err)) throw err
        log.error({ err }, 'identity: a request failed')
        return refusal(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side.')
      }
    },
    close,
  }
}

/**
 * Makes the signing key if there is none: the first sign-ins would each make one at the same moment. An existing key
 * must open with our secret, or sign-ins would fail.
 */
async function requireSigningKey({ api }: Auth, pool: Pool, { ownsDatabase }: IdentitySettings): Promise<void> {
  await api.getJwks()
  const sign = () => api.signJWT({ body: { payload: {} } })
  await sign().catch(async (error: Error) => {
    if (!error.message.includes('decrypt')) throw error
    if (!ownsDatabase)
      throw new ProviderError(
        'This database was used with the keys of another data folder. Put keys/shop.json back from a copy of that folder; if there is none, empty the table identity.jwks, and everybody signs in again.',
        { cause: error },
      )
    await pool.query('DELETE FROM jwks')
    await sign()
  })
}

/** Migrates the schema, under an advisory lock, and opens the pool. */
async function openSchema(settings: IdentitySettings): Promise<Pool> {
  const { databaseUrl, pooler, connections, breaker, log } = settings
  const open = (way?: string) =>
    openPool(databaseUrl, {
      name: 'dogear identity',
      max: connections.identity,
      settings: { search_path: 'identity' },
      pooler: way,
      breaker,
      onLost: (err) => log.warn({ err }, 'identity: a database connection was lost'),
    })
  const own = open()
  await migrateSchema(settings, own)
  if (pooler === undefined) return own
  await own.end()
  return open(pooler)
}

/** Ends the pool where it fails, whose connections are sessions of their own. */
async function migrateSchema(settings: IdentitySettings, pool: Pool): Promise<void> {
  try {
    const client = await pool.connect()
    try {
      await client.query(`SELECT pg_advisory_lock(hashtext('dogear identity'))`)
      await client.query('CREATE SCHEMA IF NOT EXISTS identity')
      // Only for the table definitions.
      const options = authOptions(
        { ...settings, openId: [] },
        pool,
        oneAtATime(pool),
        new URL(settings.publicUrl).origin,
      )
      const { runMigrations } = await getMigrations(options)
      await runMigrations()
      await pool.query(GUESSES_TABLE)
      await sweep(pool, settings.signedInSince)
    } finally {
      await client.query(`SELECT pg_advisory_unlock_all()`).finally(() => client.release())
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** Creates the empty tables in a database without a shop, for rows that are restored into it. */
export async function makeIdentityTables(databaseUrl: string): Promise<void> {
  const nothing = async () => {}
  const pool = await openSchema({
    databaseUrl,
    publicUrl: 'http://localhost',
    allowedOrigins: [],
    secret: newSecret(),
    shopName: () => '',
    mail: { send: nothing, rehearse: nothing },
    openId: [],
    events: {
      onCredentialsChanged: nothing,
      onProfileChanged: nothing,
      onHandedOver: nothing,
      describeUnconfirmed: async () => ({ isUnused: false, question: null }),
      mayBePhoto: async () => false,
    },
    clock: systemClock,
    log: { warn: () => {}, error: () => {} },
    rateLimits: false,
    refuseCommonPasswords: false,
    ownsDatabase: true,
    connections: { identity: 3, identityLocks: 1 },
  })
  await pool.end()
}

/**
 * One instance of better-auth per origin, because the way back from a provider is bound to it: in the demo this machine
 * has two names, and a cookie set under one is not sent to the other. Providers are found when an instance is made; one
 * that is away is tried again in the background, and all else works meanwhile.
 */
function authByOrigin(settings: IdentitySettings, pool: Pool, inTurn: OneAtATime): (origin: string) => Promise<Auth> {
  const made = new Map<string, { auth: Auth; retryAt: number }>()
  const making = new Map<string, Promise<Auth>>()
  const now = () => settings.clock.now().getTime()

  async function make(origin: string): Promise<Auth> {
    const openId = await findProviders(settings.openId, settings.log, settings.discoveryWithinMs)
    const auth = createAuth({ ...settings, openId }, pool, inTurn, origin)
    const { socialProviders } = await auth.$context
    const isComplete = socialProviders.length === settings.openId.length
    made.set(origin, { auth, retryAt: isComplete ? Infinity : now() + ASK_PROVIDERS_AGAIN_MS })
    return auth
  }

  return async (origin) => {
    const existing = made.get(origin)
    if (existing && now() < existing.retryAt) return existing.auth
    const next = making.get(origin) ?? make(origin).finally(() => making.delete(origin))
    making.set(origin, next)
    if (!existing) return next
    // Its failure is reported to the first request that needs it.
    next.catch(() => {})
    return existing.auth
  }
}
