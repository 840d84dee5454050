import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Pool } from 'pg'
import { z } from 'zod'
import { SIGN_IN_LINK_MINUTES } from '#contract/accounts/sign-in.ts'
import { href } from '#contract/href.ts'
import { consumeLink, makeLinkToken } from './link-tokens.ts'
import { signInMail } from '../mails.ts'
import { noteMail } from '../outage-of-request.ts'
import { revokeUnverifiedOwner } from '../revoke-unverified-owner.ts'
import type { IdentitySettings } from '../settings.ts'
import { dropUnprovenWays, endSessions, markMailboxProven, revokeLinks } from '../users.sql.ts'

export const SIGN_IN_LINK = '/sign-in-link'
export const USE_SIGN_IN_LINK = '/sign-in-link/use'

const LASTS_MS = SIGN_IN_LINK_MINUTES * 60_000

type Settings = Pick<IdentitySettings, 'events' | 'mail' | 'shopName' | 'publicUrl' | 'clock'>

/**
 * Signing in by a mailed link, as a plugin of better-auth. Its own, `magic-link`, acts on a GET, which mail scanners
 * send; binds a link to an email and not to a person, so that a reset or a change of email leaves it; and takes the
 * password from a person who confirms an email in their own session.
 */
export const signInLinks = (settings: Settings, pool: Pool) =>
  ({
    id: 'sign-in-links',
    endpoints: {
      askForSignInLink: askForLink(settings),
      useSignInLink: useLink(settings, pool),
    },
  }) satisfies BetterAuthPlugin

/** Mails a link to an email that has an account; makes none for another. */
const askForLink = ({ mail, shopName, publicUrl, clock }: Settings) =>
  createAuthEndpoint(
    SIGN_IN_LINK,
    { method: 'POST', body: z.object({ email: z.string(), returnTo: z.string().optional() }) },
    async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = (await internalAdapter.findUserByEmail(ctx.body.email))?.user
      if (user) {
        const token = await makeLinkToken(internalAdapter, 'sign-in-link', user.id, LASTS_MS)
        const { returnTo = '/' } = ctx.body
        const from = returnTo === '/' ? '' : `&from=${encodeURIComponent(returnTo)}`
        const written = signInMail(shopName(), user, `${publicUrl}${href('/sign-in-link')}?token=${token}${from}`)
        await noteMail(mail.send({ ...written, until: new Date(clock.now().getTime() + LASTS_MS) }))
      }
      return ctx.json({ status: true })
    },
  )

/**
 * Signs the reader of the mail in, and confirms the email. Whoever signed up without having proven the mailbox is put
 * out, unless this browser is theirs. A second step follows as after a password.
 */
const useLink = ({ events }: Settings, pool: Pool) =>
  createAuthEndpoint(USE_SIGN_IN_LINK, { method: 'POST', body: z.object({ token: z.string() }) }, async (ctx) => {
    const { internalAdapter } = ctx.context
    const userId = await consumeLink(internalAdapter, 'sign-in-link', ctx.body.token)
    const user = userId === null ? null : await internalAdapter.findUserById(userId)
    if (!user) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'This link has expired.' })
    const isOwn = (await getSessionFromCtx(ctx))?.user.id === user.id
    if (isOwn) await markMailboxProven(pool, user.id)
    else {
      await revokeUnverifiedOwner(pool, events, user.id)
      if (await dropUnprovenWays(pool, user.id)) await events.onCredentialsChanged(user.id)
    }
    if (!user.emailVerified) {
      await endSessions(pool, user.id)
      await internalAdapter.updateUser(user.id, { emailVerified: true })
      await events.onCredentialsChanged(user.id)
    }
    await revokeLinks(pool, user.id)
    const session = await internalAdapter.createSession(user.id)
    await setSessionCookie(ctx, { session, user: { ...user, emailVerified: true } })
    return ctx.json({ email: user.email })
  })
