import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { jwt } from 'better-auth/plugins/jwt'
import type { Pool } from 'pg'
import {
  IDENTITY_BASE,
  IDENTITY_POPUP_END,
  LONGEST_PASSWORD_LENGTH,
  MINIMUM_PASSWORD_LENGTH,
} from '#contract/accounts/sign-in.ts'
import { CLIENT_ADDRESS_HEADER, type IdentityEvents } from '#server/ports/identity.ts'
import { userHooks, RESET_SECONDS, VERIFICATION_SECONDS } from './user-hooks.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { noteOutage } from './outage-of-request.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { providersName, providersPicture } from './providers-profile.ts'
import { PROOF_AUDIENCE, proofClaims, PROOF_SECONDS } from './proofs.ts'
import type { GoogleSettings, IdentitySettings } from './settings.ts'

/** Where the identity provider sends people back to; to be registered there for each origin. */
export const googleRedirectUri = (origin: string): string => `${origin}${IDENTITY_BASE}/callback/google`

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth as we use it, for one origin: addresses and passwords, Google by OpenID Connect, the ID token. The
 * origin only matters for Google's way back; links in mails are made elsewhere, from the public URL.
 */
export function createAuth(settings: IdentitySettings, pool: Pool, inTurn: OneAtATime, origin: string) {
  return betterAuth(authOptions(settings, pool, inTurn, origin))
}

/** Also what its tables are made from. */
export function authOptions(settings: IdentitySettings, pool: Pool, inTurn: OneAtATime, origin: string) {
  const { allowedOrigins, secret, events, log } = settings
  const hooks = userHooks(settings, pool, inTurn)
  return {
    appName: settings.shopName(),
    baseURL: origin,
    basePath: IDENTITY_BASE,
    secret,
    database: pool,
    trustedOrigins: [...allowedOrigins],
    telemetry: { enabled: false },
    // Ours count before better-auth is asked; its own would share one bucket among all instances.
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
      // Google's tokens are for the moment of sign-in; we keep none.
      updateAccountOnSignIn: false,
      // An unverified account is linked all the same, but without its first comer: see user-hooks.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    session: { additionalFields: { via: { type: 'string', input: false, required: false } } },
    verification: { storeIdentifier: 'hashed' },
    plugins: plugins(settings),
    databaseHooks: hooks.hooks,
    hooks: { before: refuseForeignPhotos(events) },
    onAPIError: {
      // Where a sign-in with Google ends when better-auth knows no better page.
      errorURL: `${origin}${IDENTITY_POPUP_END}`,
      // Refusals still go to the caller; failures come to us, who log them: better-auth would print them.
      throw: true,
    },
    advanced: {
      cookiePrefix: 'dogear',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: IDENTITY_BASE },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright, because better-auth switches both off when NODE_ENV is "test".
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

function plugins({ publicUrl, clock, google, shopName }: IdentitySettings) {
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
  return google.kind === 'off' ? [proofs] : [proofs, openIdConnect(google, shopName)]
}

function openIdConnect(google: Exclude<GoogleSettings, { kind: 'off' }>, shopName: () => string) {
  const issuer = google.kind === 'google' ? 'https://accounts.google.com' : google.issuer
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        name: 'Google',
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId: google.clientId,
        clientSecret: google.clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        prompt: 'select_account',
        requireIdTokenVerification: true,
        disableProviderLogout: true,
        // Also where Google's own user info is read: only a plain true counts as its word for an address.
        mapProfileToUser: (profile) => ({
          name: providersName(profile.name, shopName()),
          image: providersPicture(profile.picture) ?? '',
          emailVerified: profile.email_verified === true,
        }),
      },
    ],
  })
}

/** The photo one has already may stay, wherever it came from. */
function refuseForeignPhotos(events: IdentityEvents) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path !== '/update-user') return
    const { image } = ctx.body as { image?: string | null }
    if (!image) return
    // Nobody is signed in: better-auth says so by itself.
    const user = (await getSessionFromCtx(ctx))?.user
    if (!user || image === user.image || (await events.mayBePhoto(user.id, image))) return
    const message = 'A photo must be a picture that you uploaded here.'
    throw new APIError('UNPROCESSABLE_ENTITY', { code: 'INVALID_IMAGE', message })
  })
}
