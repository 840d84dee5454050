import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import type { Pool } from 'pg'
import { clientKey } from '../attempts.ts'
import { passwordCheck } from '../check-password.ts'
import type { OneAtATime } from '../one-at-a-time.ts'
import type { IdentitySettings } from '../settings.ts'
import { factorCodes } from './codes.ts'
import { confirmedJustNow } from './confirmed.ts'
import { factorNotices, type User } from './factor-notices.ts'
import {
  adoptNewSecret,
  askForPasskey,
  deleteSecondFactor,
  findAppSecrets,
  hasSecondFactor,
  markConfirmed,
  noteNewSecret,
  readFactors,
} from './factors.sql.ts'
import { inputs } from './inputs.ts'
import { codeCheck, wrongCode } from './second-step.ts'

interface Given {
  settings: IdentityPart
  pool: Pool
  inTurn: OneAtATime
}
type IdentityPart = Pick<
  IdentitySettings,
  'rateLimits' | 'clock' | 'secret' | 'events' | 'mail' | 'shopName' | 'publicUrl'
>

const nothingOn = () => new APIError('CONFLICT', { code: 'NO_SECOND_FACTOR', message: 'There is no second step.' })

/** The second step of one's own sign-in: by codes of an app, or by a passkey; recovery codes for both. */
export const secondFactorEndpoints = (given: Given) => ({
  ...confirming(given),
  ...settingUp(given),
  ...changing(given),
})

function confirming({ settings, pool }: Given) {
  const check = codeCheck(settings, pool)
  const checkPassword = passwordCheck(settings, pool)
  const use = [sessionMiddleware]
  return {
    factors: createAuthEndpoint('/factors', { method: 'GET', use }, async (ctx) =>
      ctx.json(await readFactors(pool, ctx.context.session.user.id)),
    ),

    /** Confirms that it is them: by a code where there is a second factor, so that a password alone changes none. */
    confirm: createAuthEndpoint('/confirm', { method: 'POST', body: inputs.confirm, use }, async (ctx) => {
      const { user, session } = ctx.context.session
      const { password = '', code = '' } = ctx.body
      if (await hasSecondFactor(pool, user.id)) await check(ctx, user, code)
      else await requirePassword(user.id, password, clientKey(ctx.request?.headers ?? new Headers()))
      await markConfirmed(pool, session.id, settings.clock.now())
      return ctx.json({ status: true })
    }),
  }

  async function requirePassword(identityId: string, password: string, clientAddress: string): Promise<void> {
    const checked = await checkPassword({ identityId, password, clientAddress })
    if (checked.is === 'wrong')
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD', message: 'That is not your password.' })
    if (checked.is === 'none')
      throw new APIError('CONFLICT', { code: 'CREDENTIAL_ACCOUNT_NOT_FOUND', message: 'You have no password.' })
    if (checked.is === 'too_many')
      throw new APIError(
        'TOO_MANY_REQUESTS',
        { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Please wait.' },
        { 'retry-after': String(checked.seconds) },
      )
  }
}

function settingUp({ settings, pool, inTurn }: Given) {
  const { clock, secret, shopName } = settings
  const codes = factorCodes({ pool, clock, secret })
  const { changed, changedForAll } = factorNotices(settings)
  const use = [confirmedJustNow(clock)]
  return {
    newApp: createAuthEndpoint('/second-factor/new-app', { method: 'POST', body: inputs.nothing, use }, async (ctx) => {
      const { user } = ctx.context.session
      const { sealed, text, address } = await codes.newSecret(shopName(), user.email)
      await noteNewSecret(pool, user.id, sealed)
      return ctx.json({ secret: text, address })
    }),

    /** Puts the new app in force by its first code. Recovery codes are made with the first second factor. */
    confirmApp: createAuthEndpoint(
      '/second-factor/confirm-app',
      { method: 'POST', body: inputs.code, use },
      async (ctx) => {
        const { user, session } = ctx.context.session
        const recoveryCodes = await inTurn(user.id, async () => {
          const sealed = (await findAppSecrets(pool, user.id))?.newSecret
          const step = sealed ? await codes.stepOf(sealed, ctx.body.code.replaceAll(/\s/g, '')) : null
          const wasOn = await hasSecondFactor(pool, user.id)
          if (!sealed || step === null || !(await adoptNewSecret(pool, user.id, sealed, step, clock.now())))
            throw wrongCode()
          return wasOn ? null : firstCodes(user, session.id)
        })
        if (!recoveryCodes) await changed(user, 'new app')
        return ctx.json({ recoveryCodes })
      },
    ),

    /** Has the second step ask for one of the person's passkeys. */
    askForPasskey: createAuthEndpoint(
      '/second-factor/passkey',
      { method: 'POST', body: inputs.nothing, use },
      async (ctx) => {
        const { user, session } = ctx.context.session
        const recoveryCodes = await inTurn(user.id, async () => {
          const { passkeys, isOn } = await readFactors(pool, user.id)
          if (passkeys.length === 0)
            throw new APIError('CONFLICT', { code: 'PASSKEY_NOT_FOUND', message: 'Please add a passkey first.' })
          if (isOn) return null
          await askForPasskey(pool, user.id, clock.now())
          return firstCodes(user, session.id)
        })
        return ctx.json({ recoveryCodes })
      },
    ),
  }

  /** Recovery codes of a second step that is on from now; sessions that haven't passed it end under the same lock. */
  async function firstCodes(user: User, sessionId: string): Promise<string[]> {
    const recoveryCodes = await codes.renewRecoveryCodes(user.id)
    await changedForAll(pool, user, sessionId, 'second step on')
    return recoveryCodes
  }
}

function changing({ settings, pool, inTurn }: Given) {
  const { clock, secret } = settings
  const codes = factorCodes({ pool, clock, secret })
  const { changed } = factorNotices(settings)
  const use = [confirmedJustNow(clock)]
  return {
    newRecoveryCodes: createAuthEndpoint(
      '/second-factor/codes',
      { method: 'POST', body: inputs.nothing, use },
      async (ctx) => {
        const { user } = ctx.context.session
        const recoveryCodes = await inTurn(user.id, async () => {
          if (!(await hasSecondFactor(pool, user.id))) throw nothingOn()
          return codes.renewRecoveryCodes(user.id)
        })
        await changed(user, 'new recovery codes')
        return ctx.json({ recoveryCodes })
      },
    ),

    secondFactorOff: createAuthEndpoint(
      '/second-factor/off',
      { method: 'POST', body: inputs.nothing, use },
      async (ctx) => {
        const { user } = ctx.context.session
        if (!(await inTurn(user.id, () => deleteSecondFactor(pool, user.id)))) throw nothingOn()
        await changed(user, 'second step off')
        return ctx.json({ status: true })
      },
    ),
  }
}
