import { randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { revokeUnverifiedOwner } from './revoke-unverified-owner.ts'
import { refusal, type Admitted } from './request-filter.ts'
import type { Auth } from './better-auth.ts'

const AT_ONCE_MS = 60_000

const expired = () => refusal(400, 'INVALID_TOKEN', 'This link has expired.')

/**
 * Describes the link of a verification mail, for its page before the button is pressed: which email it confirms, and
 * whether this browser is signed in as that person.
 */
export async function describeVerification(auth: Auth, { input, request }: Admitted): Promise<Response> {
  const person = await findUser(auth, input.token)
  if (!person) return expired()
  const { email, name, createdAt, emailVerified } = person
  const isOwn = await isSignedInAs(auth, request, person.id)
  return Response.json({ email, name, signedUpAt: createdAt.toISOString(), isVerified: emailVerified, isOwn })
}

/**
 * Confirms an email by the link of a verification mail. In the person's own session no more is needed. Any other
 * browser must set a new password, because the sign-up may be a stranger's: then it works like a reset and revokes the
 * unverified owner. Does nothing once confirmed.
 */
export async function confirmEmail(auth: Auth, admitted: Admitted): Promise<Response | Admitted> {
  const { token, newPassword } = admitted.input
  const person = await findUser(auth, token)
  if (!person) return expired()
  if (person.emailVerified) return Response.json({ status: true })
  if (newPassword !== undefined) return asReset(auth, admitted, person.id)
  if (!(await isSignedInAs(auth, admitted.request, person.id)))
    return refusal(409, 'NEW_PASSWORD_NEEDED', 'Please choose a new password to confirm this email.')
  const url = new URL(admitted.request.url)
  url.searchParams.set('token', String(token))
  const headers = new Headers(admitted.request.headers)
  headers.delete('content-type')
  return { ...admitted, request: new Request(url, { headers }) }
}

/** Before a reset by a valid link: its reader proves an unverified email. */
export async function beforeReset(
  auth: Auth,
  pool: Pool,
  events: Pick<IdentityEvents, 'onHandedOver'>,
  token: unknown,
): Promise<void> {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${String(token)}`)
  if (link && link.expiresAt > new Date()) await revokeUnverifiedOwner(pool, events, link.value)
}

/** The person who is about to sign in or to change a sign-in method; null for unknown ones, who are refused anyhow. */
export async function userBehind(
  auth: Auth,
  { path, input, request }: Pick<Admitted, 'path' | 'input' | 'request'>,
): Promise<string | null> {
  const { internalAdapter } = await auth.$context
  if (path === '/sign-in/email') return (await internalAdapter.findUserByEmail(String(input.email)))?.user.id ?? null
  if (path === '/change-password') return (await auth.api.getSession({ headers: request.headers }))?.user.id ?? null
  if (path === '/verify-email') return (await findUser(auth, input.token))?.id ?? null
  if (path !== '/reset-password') return null
  return (await internalAdapter.findVerificationValue(`reset-password:${String(input.token)}`))?.value ?? null
}

/** Email of the person whose password a valid reset link sets; null for an invalid link. */
export async function emailBehindReset(auth: Auth, token: unknown): Promise<string | null> {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${String(token)}`)
  return link ? ((await internalAdapter.findUserById(link.value))?.email ?? null) : null
}

/** Makes a token for setting the person's password once. */
export async function makeResetToken(auth: Auth, userId: string, lastsMs: number): Promise<string> {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + lastsMs)
  await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt })
  return token
}

async function asReset(auth: Auth, admitted: Admitted, userId: string): Promise<Admitted> {
  const path = '/reset-password'
  const input = { token: await makeResetToken(auth, userId, AT_ONCE_MS), newPassword: admitted.input.newPassword }
  const url = new URL(admitted.request.url)
  url.pathname = url.pathname.replace(/\/verify-email$/, path)
  const { headers } = admitted.request
  return {
    ...admitted,
    path,
    input,
    request: new Request(url, { method: 'POST', headers, body: JSON.stringify(input) }),
  }
}

// better-auth signs other tokens with the same key; only this kind has an email and none of these other claims.
const claims = z.object({ email: z.email(), updateTo: z.undefined().optional(), requestType: z.undefined().optional() })

async function findUser(auth: Auth, token: unknown) {
  const { internalAdapter, secret } = await auth.$context
  const verified = await jwtVerify(String(token), new TextEncoder().encode(secret), { algorithms: ['HS256'] }).catch(
    () => null,
  )
  const read = claims.safeParse(verified?.payload)
  return read.success ? ((await internalAdapter.findUserByEmail(read.data.email))?.user ?? null) : null
}

async function isSignedInAs(auth: Auth, { headers }: Request, userId: string): Promise<boolean> {
  return (await auth.api.getSession({ headers }))?.user.id === userId
}
