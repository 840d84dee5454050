import type { GenericEndpointContext } from '@better-auth/core'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Pool } from 'pg'
import type { OneAtATime } from '../one-at-a-time.ts'
import type { IdentitySettings } from '../settings.ts'
import { browserSecret } from './browser-secret.ts'
import { confirmedJustNow } from './confirmed.ts'
import { factorNotices } from './factor-notices.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listStoredPasskeys,
  markPasskeyUsed,
  readFactors,
  renamePasskey,
} from './factors.sql.ts'
import { inputs } from './inputs.ts'
import { PASSKEY_SIGN_IN } from './second-step.ts'

const WITHIN_SECONDS = 300
const MOST_PASSKEYS = 20
/** EdDSA, ES256 and RS256; the library’s own list would try out algorithms that Node only experiments with. */
const supportedAlgorithmIDs = [-8, -7, -257]

const adding = browserSecret('passkey_adding', WITHIN_SECONDS)
const signingIn = browserSecret('passkey_signing_in', WITHIN_SECONDS)

// Lazy: few processes meet a passkey.
const webAuthn = () => import('@simplewebauthn/server')

const refused = () =>
  new APIError('UNAUTHORIZED', { code: 'PASSKEY_REFUSED', message: 'That passkey doesn’t work here.' })
const conflict = (code: string, message: string) => new APIError('CONFLICT', { code, message })

interface Given {
  settings: Pick<IdentitySettings, 'events' | 'mail' | 'shopName' | 'publicUrl' | 'clock'>
  pool: Pool
  inTurn: OneAtATime
  /** Origin of the pages that ask; passkeys are bound to its host name. */
  origin: string
}

/**
 * Passkeys by WebAuthn: discoverable, so that no email is needed to sign in, and with the authenticator's own check of
 * the person, so that one is both factors. A challenge works once, in the browser that asked for it.
 */
export const passkeyEndpoints = (given: Given) => ({
  ...newPasskeys(given),
  ...ownPasskeys(given),
  ...signInByPasskey(given),
})

function newPasskeys({ settings, pool, origin }: Given) {
  const { clock, shopName } = settings
  const use = [confirmedJustNow(clock)]
  const { changed } = factorNotices(settings)
  const rpID = new URL(origin).hostname
  return {
    passkeyOptions: createAuthEndpoint(
      '/passkeys/options',
      { method: 'POST', body: inputs.nothing, use },
      async (ctx) => {
        const { user } = ctx.context.session
        const existing = await listStoredPasskeys(pool, user.id)
        if (existing.length >= MOST_PASSKEYS) throw conflict('TOO_MANY_PASSKEYS', `At most ${MOST_PASSKEYS} passkeys.`)
        const { generateRegistrationOptions } = await webAuthn()
        const options = await generateRegistrationOptions({
          rpName: shopName(),
          rpID,
          userID: new TextEncoder().encode(user.id),
          userName: user.email,
          userDisplayName: user.name || user.email,
          attestationType: 'none',
          supportedAlgorithmIDs,
          excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })
        await adding.remember(ctx, `${user.id} ${options.challenge}`)
        return ctx.json(options)
      },
    ),

    addPasskey: createAuthEndpoint('/passkeys/add', { method: 'POST', body: inputs.newPasskey, use }, async (ctx) => {
      const { user } = ctx.context.session
      const { name, credential: response } = ctx.body
      const [userId, expectedChallenge = ''] = (await adding.take(ctx))?.split(' ') ?? []
      if (userId !== user.id) throw refused()
      const { verifyRegistrationResponse } = await webAuthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) throw refused()
      const { id, publicKey, counter } = registrationInfo.credential
      const isNew = await insertPasskey(pool, {
        userId,
        name,
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: response.response.transports,
        now: clock.now(),
      })
      if (!isNew) throw refused()
      await changed(user, { passkeyAdded: name })
      return ctx.json({ status: true })
    }),
  }
}

function ownPasskeys({ settings, pool, inTurn }: Given) {
  const use = [confirmedJustNow(settings.clock)]
  const { changedForAll } = factorNotices(settings)
  return {
    renamePasskey: createAuthEndpoint(
      '/passkeys/rename',
      { method: 'POST', body: inputs.namedPasskey, use },
      async (ctx) => {
        if (!(await renamePasskey(pool, ctx.context.session.user.id, ctx.body.id, ctx.body.name))) throw notFound()
        return ctx.json({ status: true })
      },
    ),

    removePasskey: createAuthEndpoint(
      '/passkeys/remove',
      { method: 'POST', body: inputs.passkey, use },
      async (ctx) => {
        const { user, session } = ctx.context.session
        const { name } = await inTurn(user.id, () => removeUnlessLast(pool, user.id, ctx.body.id))
        await changedForAll(pool, user, session.id, { passkeyRemoved: name })
        return ctx.json({ status: true })
      },
    ),
  }
}

const notFound = () => new APIError('NOT_FOUND', { code: 'PASSKEY_NOT_FOUND', message: 'There is no such passkey.' })

/** Deletes a passkey that is neither the last way to sign in nor the last to pass the second step. */
async function removeUnlessLast(pool: Pool, userId: string, id: string): Promise<{ name: string }> {
  const { passkeys, hasPassword, isFederated, isOn, hasApp } = await readFactors(pool, userId)
  const passkey = passkeys.find((one) => one.id === id)
  if (!passkey) throw notFound()
  if (passkeys.length === 1 && !hasPassword && !isFederated)
    throw conflict('LAST_WAY_TO_SIGN_IN', 'This is the only way to sign in to the account.')
  if (passkeys.length === 1 && isOn && !hasApp)
    throw conflict('LAST_SECOND_FACTOR', 'This passkey is the second step of the sign-in.')
  await deletePasskey(pool, userId, id)
  return passkey
}

function signInByPasskey({ settings: { clock }, pool, origin }: Given) {
  const rpID = new URL(origin).hostname
  return {
    passkeySignInOptions: createAuthEndpoint(
      '/passkeys/sign-in-options',
      { method: 'POST', body: inputs.nothing },
      async (ctx) => {
        const { generateAuthenticationOptions } = await webAuthn()
        const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
        await signingIn.remember(ctx, options.challenge)
        return ctx.json(options)
      },
    ),

    passkeySignIn: createAuthEndpoint(PASSKEY_SIGN_IN, { method: 'POST', body: inputs.usedPasskey }, async (ctx) => {
      const userId = await verifiedOwner(ctx, ctx.body.credential)
      const { internalAdapter } = ctx.context
      const user = userId === null ? null : await internalAdapter.findUserById(userId)
      if (!user) throw refused()
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ email: user.email })
    }),
  }

  /** The person whose passkey answered this browser's challenge; null for any other answer. */
  async function verifiedOwner(
    ctx: GenericEndpointContext,
    response: (typeof inputs.usedPasskey)['_output']['credential'],
  ): Promise<string | null> {
    const expectedChallenge = await signingIn.take(ctx)
    const passkey = await findPasskey(pool, response.id)
    if (expectedChallenge === null || !passkey) return null
    const { verifyAuthenticationResponse } = await webAuthn()
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }).catch(() => null)
    if (!verified?.verified) return null
    const isLatest = await markPasskeyUsed(pool, passkey, verified.authenticationInfo.newCounter, clock.now())
    return isLatest ? passkey.userId : null
  }
}
