import { jwtVerify } from 'jose'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { findLinkOwner, makeLinkToken } from './link-tokens.ts'
import { revokeUnverifiedOwner } from '../revoke-unverified-owner.ts'
import { refusal, type Admitted } from '../request-filter.ts'
import type { Auth } from '../better-auth.ts'
import { USE_SIGN_IN_LINK } from './sign-in-links.ts'
import { isConfirmedElsewhere, isTypedOnce } from '../users.sql.ts'

const AT_ONCE_MS = 60_000

const expired = () => refusal(400, 'INVALID_TOKEN', 'This link has expired.')

interface Given {
  pool: Pool
  events: Pick<IdentityEvents, 'onHandedOver' | 'describeUnconfirmed'>
}

/**
 * Describes the link of a verification mail, for its page before the button is pressed: which email it confirms, what
 * was done with it, whether this browser is signed in as that person, and whether a press is enough in it.
 */
export async function describeVerification(auth: Auth, given: Given, { input, request }: Admitted): Promise<Response> {
  const person = await findUser(auth, input.token)
  if (!person) return expired()
  const { email, name, createdAt, emailVerified } = person
  const isOwn = await isSignedInAs(auth, request, person.id)
  const { question, isUnused } = await given.events.describeUnconfirmed(person.id)
  return Response.json({
    email,
    name,
    signedUpAt: createdAt.toISOString(),
    isVerified: emailVerified,
    isOwn,
    takesPress: isUnused && (await isTypedOnce(given.pool, person.id)),
    mayTakeBack: !isOwn && (await isConfirmedElsewhere(given.pool, person.id)),
    question,
  })
}

/** The same of a sign-in link: whom it signs in, and whether that puts somebody out. */
export async function describeSignInLink(auth: Auth, { input, request }: Admitted): Promise<Response> {
  const { internalAdapter } = await auth.$context
  const userId = await findLinkOwner(internalAdapter, 'sign-in-link', input.token)
  const person = userId === null ? null : await internalAdapter.findUserById(userId)
  if (!person) return expired()
  const { email, emailVerified } = person
  return Response.json({ email, isVerified: emailVerified, isOwn: await isSignedInAs(auth, request, person.id) })
}

/**
 * Confirms an email by the link of a verification mail. In the person's own session no more is needed. In any other
 * browser the sign-up may have been a stranger's. While nobody can have used the account, its reader says by a press
 * that it was theirs, and the mailbox stays unproven (`confirmedElsewhere`); else, or if they take that back, they set a
 * new password: then it works like a reset and revokes the unverified owner. Does nothing once confirmed.
 */
export async function confirmEmail(auth: Auth, given: Given, admitted: Admitted): Promise<Response | Admitted> {
  const { token, newPassword } = admitted.input
  const person = await findUser(auth, token)
  if (!person) return expired()
  const { id, emailVerified } = person
  const isOwn = await isSignedInAs(auth, admitted.request, id)
  if (newPassword !== undefined && (!emailVerified || (!isOwn && (await isConfirmedElsewhere(given.pool, id))))) {
    await revokeUnverifiedOwner(given.pool, given.events, id, { evenConfirmed: true })
    return asReset(auth, admitted, id)
  }
  if (emailVerified) return Response.json({ status: true })
  return isOwn ? asVerification(admitted) : confirmElsewhere(auth, given, id)
}

async function confirmElsewhere(auth: Auth, { pool, events }: Given, userId: string): Promise<Response> {
  if (!(await isTypedOnce(pool, userId)) || !(await events.describeUnconfirmed(userId)).isUnused)
    return refusal(409, 'NEW_PASSWORD_NEEDED', 'Please choose a new password to confirm this email.')
  const { internalAdapter } = await auth.$context
  await internalAdapter.updateUser(userId, { emailVerified: true, confirmedElsewhere: true })
  return Response.json({ status: true })
}

/** Before a reset by a valid link: its reader proves an unverified email. */
export async function beforeReset(auth: Auth, { pool, events }: Given, token: unknown): Promise<void> {
  const { internalAdapter } = await auth.$context
  const userId = await findLinkOwner(internalAdapter, 'reset-password', token)
  if (userId !== null) await revokeUnverifiedOwner(pool, events, userId)
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
  if (path === USE_SIGN_IN_LINK) return findLinkOwner(internalAdapter, 'sign-in-link', input.token)
  return path === '/reset-password' ? findLinkOwner(internalAdapter, 'reset-password', input.token) : null
}

/** Email of the person whom a valid link signs in, with or without a new password; null for all else. */
export async function emailBehindLink(auth: Auth, admitted: Admitted): Promise<string | null> {
  const { internalAdapter } = await auth.$context
  if (![USE_SIGN_IN_LINK, '/reset-password'].includes(admitted.path)) return null
  const userId = await userBehind(auth, admitted)
  return userId === null ? null : ((await internalAdapter.findUserById(userId))?.email ?? null)
}

/** Makes a token for setting the person's password once. */
export async function makeResetToken(auth: Auth, userId: string, lastsMs: number): Promise<string> {
  return makeLinkToken((await auth.$context).internalAdapter, 'reset-password', userId, lastsMs)
}

/** Whether this browser is signed in with an email. */
export async function isSignedInWith(auth: Auth, { headers }: Request, email: string): Promise<boolean> {
  return (await auth.api.getSession({ headers }))?.user.email === email
}

/** As better-auth takes it: by a GET. */
function asVerification(admitted: Admitted): Admitted {
  const url = new URL(admitted.request.url)
  url.searchParams.set('token', String(admitted.input.token))
  const headers = new Headers(admitted.request.headers)
  headers.delete('content-type')
  return { ...admitted, request: new Request(url, { headers }) }
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
