import { randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { IdentityEvents } from '#server/ports/identity.ts'
import { putOutFirstComer } from './first-comer.ts'
import { refusal, type Admitted } from './request-filter.ts'
import type { Auth } from './better-auth.ts'

const AT_ONCE_MS = 60_000

const expired = () => refusal(400, 'INVALID_TOKEN', 'This link has expired.')

/**
 * What is behind the link of a verification mail, for the page to show before anybody presses its button: whose email
 * it confirms, and whether this browser is signed in as that very person.
 */
export async function describeVerification(auth: Auth, { input, request }: Admitted): Promise<Response> {
  const person = await findUser(auth, input.token)
  if (!person) return expired()
  const { email, name, createdAt, emailVerified } = person
  const isOwn = await isSignedInAs(auth, request, person.id)
  return Response.json({ email, name, signedUpAt: createdAt.toISOString(), isVerified: emailVerified, isOwn })
}

/**
 * Confirms an email by the link of a verification mail. In the person's own session that is all. From any other
 * browser it takes a new password, because whoever signed up may be a stranger to the email: then it is what a reset
 * is, and the first comer is out. Confirmed already: nothing happens.
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

/** Before a reset by a link that still works: an unverified email is about to be proven by its reader. */
export async function beforeReset(
  auth: Auth,
  pool: Pool,
  events: Pick<IdentityEvents, 'onHandedOver'>,
  token: unknown,
): Promise<void> {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${String(token)}`)
  if (link && link.expiresAt > new Date()) await putOutFirstComer(pool, events, link.value)
}

/** Who is about to sign in, or to change how; null for nobody known, who is refused anyhow. */
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

/** Whose password is set by a link that still works; null for another one. */
export async function emailBehindReset(auth: Auth, token: unknown): Promise<string | null> {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${String(token)}`)
  return link ? ((await internalAdapter.findUserById(link.value))?.email ?? null) : null
}

/** A token with which the person's password can be set once. */
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

// Better-auth makes these tokens, and others of the same key; only this kind names an email and nothing to do with it.
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
