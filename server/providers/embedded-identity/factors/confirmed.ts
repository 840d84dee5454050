import { APIError, createAuthMiddleware, sessionMiddleware } from 'better-auth/api'
import { FRESH_SIGN_IN_SECONDS } from '#contract/accounts/admins.ts'
import type { Clock } from '#server/ports/clock.ts'

/**
 * Session of a person who is known to read their email, as passkeys and second factors demand: none of a stranger's waits
 * in an account for its email's owner.
 */
export const confirmedEmail = createAuthMiddleware({ use: [sessionMiddleware] }, async (ctx) => {
  const { session } = ctx.context
  if (!session.user.emailVerified)
    throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_CONFIRMED', message: 'Please confirm your email first.' })
  if ((session.user as { confirmedElsewhere?: boolean | null }).confirmedElsewhere)
    throw new APIError('FORBIDDEN', {
      code: 'MAILBOX_NOT_PROVEN',
      message: 'Please sign in by a mailed link first, in this browser.',
    })
  return { session }
})

/** The same, by a person who signed in or confirmed that it is them within five minutes. */
export const confirmedJustNow = (clock: Clock) =>
  createAuthMiddleware({ use: [confirmedEmail] }, async (ctx) => {
    const { session } = ctx.context
    const at = (session.session as { confirmedAt?: Date | null }).confirmedAt
    if (!at || clock.now().getTime() - new Date(at).getTime() > FRESH_SIGN_IN_SECONDS * 1000)
      throw new APIError('FORBIDDEN', { code: 'CONFIRMATION_NEEDED', message: 'Please confirm that it’s you.' })
    return { session }
  })
