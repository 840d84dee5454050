import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { deviceCookies, withCookie } from './device-cookie.ts'
import { ANSWERED_ALIKE, tooMany, type Admitted } from './request-filter.ts'
import type { Auth } from './better-auth.ts'
import {
  beforeReset,
  confirmEmail,
  describeSignInLink,
  describeVerification,
  emailBehindLink,
  isSignedInWith,
  userBehind,
} from './links/mailed-links.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { PASSKEY_SIGN_IN, SECOND_FACTOR_NEEDED, SECOND_STEP } from './factors/second-step.ts'
import { mailOfRequest } from './outage-of-request.ts'
import { refuseNewPassword } from './password-rules.ts'
import { signInGuard } from './sign-in-guard.ts'
import { SIGN_IN_LINK } from './links/sign-in-links.ts'
import type { IdentitySettings } from './settings.ts'
import { markTypedAgain } from './users.sql.ts'

/** Longer than better-auth's own minimum for its verification mails (500), including a rehearsed one. */
const EVEN_ANSWER_MS = 600

type Settings = Pick<
  IdentitySettings,
  'events' | 'refuseCommonPasswords' | 'rateLimits' | 'clock' | 'secret' | 'mail' | 'log'
>
type Answer = (admitted: Admitted, auth: Auth) => Promise<Response>

/** Answers requests that the filter admitted, mostly by better-auth, with our guards around it. */
export function answers(settings: Settings, pool: Pool, inTurn: OneAtATime): Answer {
  const answer = answersBeforeMail(settings, pool, inTurn)
  return (admitted, auth) =>
    evenly(admitted.path, async () => {
      const response = await answer(admitted, auth)
      await noteTyping(admitted, auth, response, pool)
      if (response.ok) await requireMail(admitted, auth, response, settings)
      return response
    })
}

function answersBeforeMail(settings: Settings, pool: Pool, inTurn: OneAtATime): Answer {
  const { events, refuseCommonPasswords, rateLimits, clock, secret } = settings
  const guard = signInGuard({ pool, clock, secret })
  const devices = deviceCookies(secret, clock)

  async function askBetterAuth(admitted: Admitted, auth: Auth): Promise<Response> {
    const { handler } = auth
    if (admitted.path === '/reset-password') await beforeReset(auth, { pool, events }, admitted.input.token)
    const again = admitted.request.clone()
    let response = await handler(admitted.request)
    // Two concurrent sign-ups with one email: the second look gives the loser the right error.
    if (admitted.path === '/sign-up/email' && response.status === 422) response = await handler(again)
    if (!response.ok) return response
    if (admitted.path === '/change-password') {
      const { user } = (await response.clone().json()) as { user: { id: string } }
      await events.onCredentialsChanged(user.id)
    }
    return response
  }

  /** Runs work under the person's lock, so that sign-in methods don't change meanwhile. */
  async function alone(admitted: Admitted, auth: Auth, work: () => Promise<Response>): Promise<Response> {
    const userId = await userBehind(auth, admitted)
    return userId === null ? work() : inTurn(userId, work)
  }

  /** Every request with a password counts as a guess, within a session as well: one budget for all. */
  async function guess(email: string, admitted: Admitted, auth: Auth): Promise<Response> {
    const device = devices.find(admitted.request, email)
    const admission = rateLimits ? await guard.admit({ email, client: admitted.client, device }) : null
    if (admission && !admission.mayTry) return tooMany(admission.seconds)
    const response = await alone(admitted, auth, () => askBetterAuth(admitted, auth))
    const isRight = response.ok || (await needsSecondStep(response))
    if (admission && isRight) await guard.succeeded(admission.spent)
    if (!response.ok) return response
    return device === null ? withDevice(response, admitted.request, email) : response
  }

  /** Marks this browser as known for the email. */
  const withDevice = (response: Response, request: Request, email: string) =>
    withCookie(response, devices.remember(request, email))

  return async (admitted, auth) => {
    if (admitted.path === '/sign-in/email') return guess(String(admitted.input.email), admitted, auth)
    const refused = refuseNewPassword(admitted, refuseCommonPasswords)
    if (refused) return refused
    if (admitted.path === '/verification') return describeVerification(auth, { pool, events }, admitted)
    if (admitted.path === '/sign-in-link/read') return describeSignInLink(auth, admitted)
    if (admitted.path === '/sign-up/email') {
      const response = await askBetterAuth(admitted, auth)
      return response.ok ? withDevice(response, admitted.request, String(admitted.input.email)) : response
    }
    if (admitted.path === '/change-password') {
      const session = await auth.api.getSession({ headers: admitted.request.headers })
      if (session) return guess(session.user.email, admitted, auth)
    }
    if (admitted.path === SECOND_STEP || admitted.path === PASSKEY_SIGN_IN) {
      const response = await askBetterAuth(admitted, auth)
      return response.ok ? withDevice(response, admitted.request, await emailIn(response)) : response
    }
    return alone(admitted, auth, async () => {
      const next = admitted.path === '/verify-email' ? await confirmEmail(auth, { pool, events }, admitted) : admitted
      if (next instanceof Response) return next
      // The link of a mail signs the reader in as well.
      const email = await emailBehindLink(auth, next)
      const response = await askBetterAuth(next, auth)
      return response.ok && email !== null ? withDevice(response, next.request, email) : response
    })
  }
}

const emailIn = async (response: Response) => ((await response.clone().json()) as { email: string }).email

/** Whether the password was right, and the sign-in goes on. */
const needsSecondStep = async (response: Response) =>
  response.status === 403 && ((await response.clone().json()) as { code?: string }).code === SECOND_FACTOR_NEEDED

/** Endpoints to which people type an email. */
const TYPED: ReadonlySet<string> = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/request-password-reset',
  '/send-verification-email',
  SIGN_IN_LINK,
])

/**
 * Notes where an unconfirmed email is typed again, except by the person themselves: by the right password, or signed in.
 * Then a press of its mailed link may be another person's than the sign-up.
 */
async function noteTyping({ path, input, request }: Admitted, auth: Auth, { ok }: Response, pool: Pool): Promise<void> {
  if (!TYPED.has(path) || (ok && path.endsWith('/email'))) return
  const email = String(input.email)
  if (!(await isSignedInWith(auth, request, email))) await markTypedAgain(pool, email)
}

/**
 * Takes the same time with and without an account, on failures as well: booking an email takes a moment, which would
 * give accounts away.
 */
async function evenly(path: string, work: () => Promise<Response>): Promise<Response> {
  const moment = ANSWERED_ALIKE.has(path) ? sleep(EVEN_ANSWER_MS) : null
  try {
    return await work()
  } finally {
    await moment
  }
}

/**
 * Rejects where an answer promises an email and none could be booked, which better-auth ignores. For an email without
 * an account a booking is rehearsed, so that the answer is the same. A sign-up is undone and can be repeated.
 */
async function requireMail({ path }: Admitted, auth: Auth, response: Response, { mail, log }: Settings): Promise<void> {
  const noted = mailOfRequest()
  if (noted === null && ANSWERED_ALIKE.has(path)) await mail.rehearse()
  if (noted === null || noted === 'booked') return
  if (path === '/sign-up/email') await forgetSignUp(auth, response)
  if (path === '/sign-up/email' || ANSWERED_ALIKE.has(path)) throw noted.failure
  log.error({ err: noted.failure }, 'identity: a mail could not be noted for sending')
}

async function forgetSignUp(auth: Auth, response: Response): Promise<void> {
  const { user } = (await response.clone().json()) as { user: { id: string } }
  const { internalAdapter } = await auth.$context
  await internalAdapter.deleteUser(user.id)
}
