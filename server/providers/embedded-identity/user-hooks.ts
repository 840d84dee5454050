import type { BetterAuthOptions } from 'better-auth'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import { getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { decodeJwt } from 'jose'
import type { Pool } from 'pg'
import type { WrittenMail } from '#server/ports/mail.ts'
import { requireSecondStep } from './factors/second-step.ts'
import { revokeUnverifiedOwner } from './revoke-unverified-owner.ts'
import { passwordResetMail, verificationMail } from './mails.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { noteMail } from './outage-of-request.ts'
import { dropUnprovenClaim, endSessions, markMailboxProven, revokeLinks } from './users.sql.ts'
import { providersName, providersPicture } from './providers-profile.ts'
import type { IdentitySettings } from './settings.ts'

/** Lifetime of links in mails. */
export const RESET_SECONDS = 3600
export const VERIFICATION_SECONDS = 24 * 3600

/** The path that a sign-up was on its way to, as better-auth has it in its own link; for a page to go on to. */
function wayBack(url: string): string {
  const path = new URL(url).searchParams.get('callbackURL') ?? '/'
  return path === '/' ? '' : `&from=${encodeURIComponent(path)}`
}

type Options = {
  passwords: Pick<NonNullable<BetterAuthOptions['emailAndPassword']>, 'sendResetPassword' | 'onPasswordReset'>
  addresses: Pick<
    NonNullable<BetterAuthOptions['emailVerification']>,
    'sendVerificationEmail' | 'afterEmailVerification'
  >
  hooks: NonNullable<BetterAuthOptions['databaseHooks']>
}

// better-auth hands its hooks a looser type of the same context.
type Context = Parameters<typeof setSessionCookie>[0]
const currentContext = () => getCurrentAuthEndpointContext() as Context

/**
 * Lifecycle hooks of better-auth: sign-up, verification, sign-in and sign-out. The rule behind them: an email belongs
 * to the person who reads its mail, not to the one who typed it first. So a reset and a verification by mail end all
 * other sessions; a reset proves the email; and when a mailed link is used outside of the sign-up's own session (see
 * mailed-links), or a provider vouches for an unverified email, the unverified owner is revoked first.
 */
export function userHooks(settings: IdentitySettings, pool: Pool, inTurn: OneAtATime): Options {
  const { publicUrl, shopName, events, mail, clock } = settings
  // Awaited until it is booked: an answer that promises a mail is then true.
  const post = (written: WrittenMail, seconds: number) =>
    noteMail(mail.send({ ...written, until: new Date(clock.now().getTime() + seconds * 1000) }))
  const link = (page: string, token: string) => `${publicUrl}${page}?token=${encodeURIComponent(token)}`

  return {
    passwords: {
      sendResetPassword: ({ user, token }) =>
        post(passwordResetMail(shopName(), user, link('/reset-password', token)), RESET_SECONDS),
      onPasswordReset: async ({ user }) => {
        const ctx = currentContext()
        await endSessions(pool, user.id)
        await revokeLinks(pool, user.id)
        await markMailboxProven(pool, user.id)
        if (!user.emailVerified) await ctx.context.internalAdapter.updateUser(user.id, { emailVerified: true })
        await events.onCredentialsChanged(user.id)
        // The reader has the mail and has just typed the password: sign this browser in.
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user: { ...user, emailVerified: true } })
      },
    },
    addresses: {
      sendVerificationEmail: ({ user, token, url }) =>
        post(verificationMail(shopName(), user, link('/verify-email', token) + wayBack(url)), VERIFICATION_SECONDS),
      afterEmailVerification: async (user) => {
        const here = await getSessionFromCtx(currentContext())
        await endSessions(pool, user.id, here?.user.id === user.id ? here.session.token : null)
        await events.onCredentialsChanged(user.id)
      },
    },
    hooks: hooks(pool, settings, inTurn),
  }
}

function hooks(
  pool: Pool,
  { events, clock, shopName }: Pick<IdentitySettings, 'events' | 'clock' | 'shopName'>,
  inTurn: OneAtATime,
): Options['hooks'] {
  return {
    user: {
      // A provider's is an empty text without a usable picture.
      create: { before: async (user) => ({ data: { ...user, image: user.image || null } }) },
      update: {
        after: async (user, ctx) => {
          if (!user) return
          const { id, name, image, emailVerified } = user
          const asked = ctx?.path === '/update-user' ? (ctx.body as object) : {}
          await events.onProfileChanged({
            identityId: id,
            emailVerified,
            ...('name' in asked && { name }),
            ...('image' in asked && { photoUrl: image ?? null }),
          })
        },
      },
    },
    session: {
      create: {
        before: async (session, ctx) => {
          const isConfirmed = await requireSecondStep(pool, session.userId, ctx)
          // By our clock, not the library's.
          const now = clock.now()
          const via = ctx?.path?.startsWith('/callback/') ? 'federated' : 'password'
          return { data: { ...session, createdAt: now, confirmedAt: isConfirmed ? now : null, via } }
        },
      },
      delete: {
        after: async (session, ctx) => {
          if (ctx?.path === '/sign-out') await events.onCredentialsChanged(session.userId)
        },
      },
    },
    account: {
      create: {
        before: async (account) => {
          if (account.providerId === 'credential') return
          // better-auth has just verified this token.
          const said = account.idToken ? decodeJwt(account.idToken) : {}
          const profile = {
            name: providersName(said.name, shopName()),
            photoUrl: providersPicture(said.picture),
          }
          await inTurn(account.userId, async () => {
            await revokeUnverifiedOwner(pool, events, account.userId)
            if (await dropUnprovenClaim(pool, account.userId, profile))
              await events.onCredentialsChanged(account.userId)
          })
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
        },
      },
    },
  }
}
