import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { jwt } from 'better-auth/plugins/jwt'
import type { Pool } from 'pg'
import {
  IDENTITY_BASE,
  IDENTITY_POPUP_END,
  LONGEST_PASSWORD_LENGTH,
  MINIMUM_PASSWORD_LENGTH,
} from '#contract/accounts/sign-in.ts'
import { CLIENT_ADDRESS_HEADER, type IdentityEvents } from '#server/ports/identity.ts'
import { factors } from './factors/factors.ts'
import { userHooks, RESET_SECONDS, VERIFICATION_SECONDS } from './user-hooks.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { openIdConnect, type FoundProvider } from './open-id.ts'
import { noteOutage } from './outage-of-request.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { PROOF_AUDIENCE, proofClaims, PROOF_SECONDS } from './proofs.ts'
import { signInLinks } from './links/sign-in-links.ts'
import type { IdentitySettings } from './settings.ts'

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth as configured for one origin: email and password, the providers found, the ID token. The origin
 * matters only for the way back from a provider; links in mails use the public URL.
 */
export function createAuth(settings: AuthSettings, pool: Pool, inTurn: OneAtATime, origin: string) {
  return betterAuth(authOptions(settings, pool, inTurn, origin))
}

type AuthSettings = Omit<IdentitySettings, 'openId'> & { openId: readonly FoundProvider[] }

const userFields = {
  // Somebody typed the unconfirmed email again, without the password of its sign-up: it may have two claimants.
  typedAgain: { type: 'boolean', input: false, required: false, returned: false },
  // Confirmed by a press in another browser: whoever signed up may not be the reader of its mail.
  confirmedElsewhere: { type: 'boolean', input: false, required: false },
} as const

const sessionFields = {
  via: { type: 'string', input: false, required: false },
  // When the person last proved that it is them, by all that their sign-in asks for.
  confirmedAt: { type: 'date', input: false, required: false },
} as const

/** Options of better-auth; its tables are made from them as well. */
export function authOptions(settings: AuthSettings, pool: Pool, inTurn: OneAtATime, origin: string) {
  const { allowedOrigins, secret, events, log } = settings
  const hooks = userHooks(settings, pool, inTurn)
  return {
    baseURL: origin,
    basePath: IDENTITY_BASE,
    secret,
    database: pool,
    trustedOrigins: [...allowedOrigins],
    telemetry: { enabled: false },
    // Our rate limits come first; better-auth's would share one bucket among all instances.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MINIMUM_PASSWORD_LENGTH,
      maxPasswordLength: LONGEST_PASSWORD_LENGTH,
      password: {
        hash: settings.hashPassword ?? ((password) => hashPassword(password)),
        verify: passwordMatches,
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      ...hooks.passwords,
    },
    emailVerification: { sendOnSignUp: true, expiresIn: VERIFICATION_SECONDS, ...hooks.addresses },
    account: {
      // Providers' tokens are only used at sign-in; we store none.
      updateAccountOnSignIn: false,
      // Links an unverified account as well, but without its unverified owner: see user-hooks.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    user: { additionalFields: userFields },
    session: { additionalFields: sessionFields },
    verification: { storeIdentifier: 'hashed' },
    plugins: [...plugins(settings), factors(settings, pool, inTurn, origin), signInLinks(settings, pool)],
    databaseHooks: hooks.hooks,
    hooks: { before: refuseForeignPhotos(events) },
    onAPIError: {
      // Fallback page after a failed sign-in at a provider.
      errorURL: `${origin}${IDENTITY_POPUP_END}`,
      // Refusals go to the caller, failures to our log: better-auth would print them.
      throw: true,
    },
    advanced: {
      cookiePrefix: 'dogear',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: IDENTITY_BASE },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Explicit, because better-auth switches both off when NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      level: 'error',
      disableColors: true,
      log: (level, message, ...details) => {
        const err = details.find((detail) => detail instanceof Error)
        if (noteOutage(err)) return
        log[level === 'error' && err ? 'error' : 'warn']({ ...(err && { err }) }, `identity: ${message}`)
      },
    },
  } satisfies BetterAuthOptions
}

function plugins({ publicUrl, clock, openId, shopName }: AuthSettings) {
  const proofs = jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
    jwt: {
      issuer: publicUrl,
      audience: PROOF_AUDIENCE,
      expirationTime: `${PROOF_SECONDS}s`,
      definePayload: ({ user, session }) => proofClaims(clock, user, session),
    },
  })
  return [proofs, openIdConnect(openId, shopName)]
}

/** The present photo may stay, whatever its address. */
function refuseForeignPhotos(events: IdentityEvents) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path !== '/update-user') return
    const { image } = ctx.body as { image?: string | null }
    if (!image) return
    // Without a session better-auth refuses by itself.
    const user = (await getSessionFromCtx(ctx))?.user
    if (!user || image === user.image || (await events.mayBePhoto(user.id, image))) return
    const message = 'A photo must be a picture that you uploaded here.'
    throw new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_IMAGE', message })
  })
}
