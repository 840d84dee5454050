import type { GenericEndpointContext } from '@better-auth/core'
import { getCurrentAdapter } from '@better-auth/core/context'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Pool } from 'pg'
import { clientKey } from '../attempts.ts'
import { deviceCookies } from '../device-cookie.ts'
import type { IdentitySettings } from '../settings.ts'
import { browserSecret } from './browser-secret.ts'
import { codeGuard } from './code-guard.ts'
import { factorCodes } from './codes.ts'
import { factorNotices } from './factor-notices.ts'
import { hasSecondFactor, readFactors } from './factors.sql.ts'
import { inputs } from './inputs.ts'

const WITHIN_SECONDS = 600
export const SECOND_STEP = '/second-step'
/** Code of the refusal after a first step that was right. */
export const SECOND_FACTOR_NEEDED = 'SECOND_FACTOR_NEEDED'
export const PASSKEY_SIGN_IN = '/passkeys/sign-in'
/** Endpoints that open a session only after a second factor, or a passkey, which is both. */
const AFTER_SECOND_FACTOR: ReadonlySet<string> = new Set([SECOND_STEP, PASSKEY_SIGN_IN])

/** The person whose first step this browser has passed. */
const firstStep = browserSecret('second_step', WITHIN_SECONDS)

/**
 * Called before any session is opened. With a second factor it refuses, whichever way the person came (password,
 * provider, mailed link), and remembers for this browser that the first step is passed. A session of theirs in this
 * browser has passed the second one. Returns whether it is proven to be them just now, for what needs a fresh sign-in.
 */
export async function requireSecondStep(
  pool: Pool,
  userId: string,
  ctx: GenericEndpointContext | null,
): Promise<boolean> {
  if (!(await isAsked(pool, userId, ctx))) return true
  if (ctx && AFTER_SECOND_FACTOR.has(ctx.path)) return true
  if (ctx && (await getSessionFromCtx(ctx))?.user.id === userId) return false
  if (ctx) await firstStep.remember(ctx, userId)
  throw new APIError('FORBIDDEN', { code: SECOND_FACTOR_NEEDED, message: 'This account asks for a second step.' })
}

/** Reads on the connection of the transaction in which a session is opened: with another one, a crowd would wait for itself. */
async function isAsked(pool: Pool, userId: string, ctx: GenericEndpointContext | null): Promise<boolean> {
  if (!ctx) return hasSecondFactor(pool, userId)
  const adapter = await getCurrentAdapter(ctx.context.adapter)
  const where = [{ field: 'userId', value: userId }]
  return (await adapter.findOne<{ onSince: Date | null }>({ model: 'secondFactor', where }))?.onSince != null
}

export const wrongCode = () =>
  new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'That code doesn’t work.' })

type Settings = Pick<IdentitySettings, 'rateLimits' | 'clock' | 'secret' | 'events' | 'mail' | 'shopName' | 'publicUrl'>

/** Takes a code of a person, within the limits for guesses; rejects for a wrong one. */
export function codeCheck({ rateLimits, clock, secret }: Settings, pool: Pool) {
  const guard = codeGuard({ pool, clock, secret })
  const devices = deviceCookies(secret, clock)
  const codes = factorCodes({ pool, clock, secret })
  return async (ctx: GenericEndpointContext, user: { id: string; email: string }, code: string) => {
    const { request } = ctx
    if (!request) throw wrongCode()
    const attempt = { userId: user.id, client: clientKey(request.headers), device: devices.find(request, user.email) }
    const admission = rateLimits ? await guard.admit(attempt) : null
    if (admission && !admission.mayTry)
      throw new APIError(
        'TOO_MANY_REQUESTS',
        { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Please wait.' },
        { 'retry-after': String(admission.seconds) },
      )
    const used = await codes.use(user.id, code)
    if (!used) throw wrongCode()
    if (admission) await guard.succeeded(admission.spent)
    return used
  }
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function secondStepEndpoints(settings: Settings, pool: Pool) {
  const check = codeCheck(settings, pool)
  const { mailOf } = factorNotices(settings)
  return {
    /** Which second steps there are for this browser's sign-in; no more of its person than that. */
    secondStepOf: createAuthEndpoint('/second-step/waiting', { method: 'GET' }, async (ctx) => {
      const userId = await firstStep.find(ctx)
      if (userId === null) return ctx.json({ isWaiting: false, hasApp: false, hasPasskey: false })
      const { hasApp, passkeys } = await readFactors(pool, userId)
      return ctx.json({ isWaiting: true, hasApp, hasPasskey: passkeys.length > 0 })
    }),
    secondStep: createAuthEndpoint(SECOND_STEP, { method: 'POST', body: inputs.code }, async (ctx) => {
      const expired = new APIError('UNAUTHORIZED', { code: 'SECOND_STEP_EXPIRED', message: 'Please sign in again.' })
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById((await firstStep.find(ctx)) ?? '')
      if (!user) throw expired
      const used = await check(ctx, user, ctx.body.code)
      if ((await firstStep.take(ctx)) !== user.id) throw expired
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      if (used === 'recovery') await mailOf(user, { recoveryCodeUsed: (await readFactors(pool, user.id)).codesLeft })
      return ctx.json({ email: user.email })
    }),
  }
}
