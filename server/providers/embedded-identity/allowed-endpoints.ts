import { z } from 'zod'
import type { Limit } from './attempts.ts'
import { inputs } from './factors/inputs.ts'
import { OPEN_ID_SLOTS, type ClientLimits } from './settings.ts'

type LimitOf = (limits: ClientLimits) => Limit

/**
 * Endpoints of better-auth that are reachable from outside; every other path answers 404. A request is reduced to the
 * fields named here before better-auth sees it.
 */
export type AllowedEndpoint = {
  method: 'GET' | 'POST'
  /** Allowed input: the query of a GET, the JSON body of a POST. */
  input: z.ZodType<Record<string, unknown>>
  /** Rate limit per client address. */
  limit: LimitOf
}

const minutes = (count: number) => count * 60
const often: LimitOf = ({ readsPerMinute }) => ({ max: readsPerMinute, seconds: minutes(1) })
const signingUp: LimitOf = ({ signUpsPerHour }) => ({ max: signUpsPerHour, seconds: minutes(60) })
const guessable: LimitOf = ({ signInsPer5Minutes }) => ({ max: signInsPer5Minutes, seconds: minutes(5) })
const mailing: LimitOf = ({ emailsPer15Minutes }) => ({ max: emailsPer15Minutes, seconds: minutes(15) })

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused here
const printable = z.string().regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
const email = z.string().trim().toLowerCase().max(254).pipe(z.email())
// better-auth checks the length, with its own error code.
const password = z.string().max(1000)
/** Names that people may have depend on the club's name: the filter checks them. */
const name = z.string().max(1000)
const token = printable.min(1).max(2000)
const image = printable.max(2000)
const nothing = z.object({})
/** Path of ours to return to; better-auth checks it again. */
const returnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\]*$/, 'must be a path of this site')

const oauthAnswer = z.object({
  code: printable.max(4000).optional(),
  state: printable.max(1000).optional(),
  error: printable.max(200).optional(),
  error_description: printable.max(1000).optional(),
  iss: printable.max(500).optional(),
})

const callback: AllowedEndpoint = { method: 'GET', input: oauthAnswer, limit: guessable }

/** Allowed endpoints below /api/identity. */
export const allowedEndpoints: Readonly<Record<string, AllowedEndpoint>> = {
  '/sign-up/email': {
    method: 'POST',
    // Where the person was going: the mailed link leads there.
    input: z.object({ name, email, password, callbackURL: returnPath.optional() }),
    limit: signingUp,
  },
  '/sign-in/email': { method: 'POST', input: z.object({ email, password }), limit: guessable },
  '/sign-in/social': {
    method: 'POST',
    input: z
      .object({ provider: z.enum(OPEN_ID_SLOTS), callbackURL: returnPath, errorCallbackURL: returnPath })
      .transform((asked) => ({ ...asked, disableRedirect: true })),
    limit: guessable,
  },
  ...Object.fromEntries(OPEN_ID_SLOTS.map((slot) => [`/callback/${slot}`, callback])),
  '/token': { method: 'GET', input: nothing, limit: often },
  '/get-session': { method: 'GET', input: nothing, limit: often },
  '/sign-out': { method: 'POST', input: nothing, limit: often },
  '/send-verification-email': {
    method: 'POST',
    input: z.object({ email, callbackURL: returnPath.optional() }),
    limit: mailing,
  },
  // A GET only describes the link, since mail scanners open links; the POST acts.
  '/verification': { method: 'POST', input: z.object({ token }), limit: guessable },
  '/verify-email': { method: 'POST', input: z.object({ token, newPassword: password.optional() }), limit: guessable },
  '/sign-in-link': { method: 'POST', input: z.object({ email, returnTo: returnPath.optional() }), limit: mailing },
  '/sign-in-link/read': { method: 'POST', input: z.object({ token }), limit: guessable },
  '/sign-in-link/use': { method: 'POST', input: z.object({ token }), limit: guessable },
  '/request-password-reset': { method: 'POST', input: z.object({ email }), limit: mailing },
  '/reset-password': { method: 'POST', input: z.object({ token, newPassword: password }), limit: guessable },
  '/change-password': {
    method: 'POST',
    // A changed password ends the sessions of all other devices.
    input: z
      .object({ currentPassword: password, newPassword: password })
      .transform((passwords) => ({ ...passwords, revokeOtherSessions: true })),
    limit: guessable,
  },
  '/update-user': {
    method: 'POST',
    input: z.object({ name: name.optional(), image: image.nullable().optional() }),
    limit: often,
  },
  '/second-step/waiting': { method: 'GET', input: inputs.nothing, limit: often },
  '/second-step': { method: 'POST', input: inputs.code, limit: guessable },
  '/passkeys/sign-in-options': { method: 'POST', input: inputs.nothing, limit: often },
  '/passkeys/sign-in': { method: 'POST', input: inputs.usedPasskey, limit: guessable },
  '/factors': { method: 'GET', input: inputs.nothing, limit: often },
  '/confirm': { method: 'POST', input: inputs.confirm, limit: guessable },
  '/passkeys/options': { method: 'POST', input: inputs.nothing, limit: guessable },
  '/passkeys/add': { method: 'POST', input: inputs.newPasskey, limit: guessable },
  '/passkeys/rename': { method: 'POST', input: inputs.namedPasskey, limit: often },
  '/passkeys/remove': { method: 'POST', input: inputs.passkey, limit: guessable },
  '/second-factor/new-app': { method: 'POST', input: inputs.nothing, limit: guessable },
  '/second-factor/confirm-app': { method: 'POST', input: inputs.code, limit: guessable },
  '/second-factor/passkey': { method: 'POST', input: inputs.nothing, limit: guessable },
  '/second-factor/codes': { method: 'POST', input: inputs.nothing, limit: guessable },
  '/second-factor/off': { method: 'POST', input: inputs.nothing, limit: guessable },
}
