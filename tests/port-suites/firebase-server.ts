import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import type { Clock } from '#server/ports/clock.ts'

interface User {
  localId: string
  email: string
  password: string | null
  emailVerified: boolean
  displayName: string
  photoUrl?: string
  disabled: boolean
  /** Seconds since 1970. */
  validSince: number
  /** Ways to sign in, linked ones too. */
  providerUserInfo: { providerId: string; email?: string }[]
}

const KEY_ID = 'key-1'
const ACCOUNT = 'shop@club.iam.gserviceaccount.com'

/** A refusal as Identity Toolkit words it. */
class Refused extends Error {
  readonly statusCode = 400
}

const need = (condition: unknown, message: string): void => {
  if (!condition) throw new Refused(message)
}

/**
 * The calls of Firebase that the shop and a browser make, on a real socket: Google's keys, access tokens of a service
 * account, Identity Toolkit and the exchange of refresh tokens.
 */
export async function startFirebaseServer(clock: Clock, { isEmulator = false } = {}) {
  const projectId = isEmulator ? 'demo-club' : 'club-of-tests'
  const [signing, account] = [await generateKeyPair('RS256'), await generateKeyPair('RS256', { extractable: true })]
  const users = new Map<string, User>()
  const codes = new Map<string, string>()
  const refreshTokens = new Map<string, { localId: string; authTime: number }>()
  const accessTokens = new Set(isEmulator ? ['owner'] : [])
  const asked: string[] = []
  const keys = { maxAge: 3600, isDown: false, ids: [KEY_ID], until: Promise.resolve() }
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const newId = () => randomBytes(14).toString('hex')
  const byEmail = (email: string) => [...users.values()].find((user) => user.email === email.toLowerCase())
  const existing = (localId: string): User => users.get(localId) ?? raise('USER_NOT_FOUND')

  /** An ID token of the project; a test says what is wrong with it. */
  const sign = async (
    claims: JWTPayload,
    {
      alg = 'RS256',
      kid = KEY_ID,
      key = signing.privateKey,
    }: { alg?: string; kid?: string; key?: CryptoKey | Uint8Array } = {},
  ): Promise<string> =>
    isEmulator
      ? new UnsecuredJWT(claims).encode()
      : new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)

  const claimsOf = (user: User, authTime = seconds()): JWTPayload => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: user.localId,
    user_id: user.localId,
    auth_time: authTime,
    iat: seconds(),
    exp: seconds() + 3600,
    email: user.email,
    email_verified: user.emailVerified,
    ...(user.displayName && { name: user.displayName }),
    ...(user.photoUrl && { picture: user.photoUrl }),
    firebase: { identities: { email: [user.email] }, sign_in_provider: 'password' },
  })

  async function session(user: User) {
    const refreshToken = newId()
    refreshTokens.set(refreshToken, { localId: user.localId, authTime: seconds() })
    return { localId: user.localId, email: user.email, idToken: await sign(claimsOf(user)), refreshToken }
  }

  function addUser(given: Partial<User> & { email: string }): User {
    const email = given.email.toLowerCase()
    need(!byEmail(email), 'EMAIL_EXISTS')
    const providerUserInfo = given.password ? [{ providerId: 'password' }] : []
    const defaults = { password: null, emailVerified: false, displayName: '', disabled: false, providerUserInfo }
    const user = { ...defaults, ...given, email, localId: newId(), validSince: seconds() }
    users.set(user.localId, user)
    return user
  }

  const app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.setErrorHandler(async (error: Error, _request, reply) =>
    reply.code(400).send({ error: { code: 400, message: error.message, errors: [{ message: error.message }] } }),
  )
  app.addHook('onRequest', async ({ url }) => void asked.push(url.replace(/\?.*/, '')))

  app.get('/keys', async (_request, reply) => {
    await keys.until
    if (keys.isDown) return reply.code(503).send({})
    const key = await exportJWK(signing.publicKey)
    void reply.header('cache-control', `public, max-age=${keys.maxAge}, must-revalidate, no-transform`)
    return { keys: keys.ids.map((kid) => ({ ...key, kid, alg: 'RS256', use: 'sig' })) }
  })

  app.post('/access', async ({ body }) => {
    const { grant_type: grant, assertion } = body as Record<string, string>
    need(grant === 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'unsupported_grant_type')
    const { payload } = await jwtVerify(assertion ?? '', account.publicKey, {
      issuer: ACCOUNT,
      audience: `${origin()}/access`,
      algorithms: ['RS256'],
      currentDate: clock.now(),
      requiredClaims: ['exp', 'iat'],
    })
    need(payload.scope === 'https://www.googleapis.com/auth/identitytoolkit', 'invalid_scope')
    const token = newId()
    accessTokens.add(token)
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' }
  })

  /** A call with the rights of the service account. */
  const managed = (call: string, answer: (body: Partial<User> & Record<string, unknown>) => unknown) =>
    app.post(`/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts${call}`, async (request, reply) => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
      if (!accessTokens.has(token)) return reply.code(401).send({ error: { code: 401, message: 'UNAUTHENTICATED' } })
      return answer(request.body as Partial<User>)
    })
  managed('', (body) => addUser({ ...body, email: body.email! }))
  managed('::lookup', ({ localId, email }) => {
    const [id] = (localId ?? []) as string[]
    const [address] = (email ?? []) as string[]
    const user = id === undefined ? byEmail(address ?? '') : users.get(id)
    return { kind: 'identitytoolkit#GetAccountInfoResponse', ...(user && { users: [onTheWire(user)] }) }
  })
  managed('::update', ({ deleteProvider, ...change }) => {
    const user = existing(change.localId ?? '')
    const email = change.email?.toLowerCase() ?? user.email
    need((byEmail(email) ?? user) === user, 'EMAIL_EXISTS')
    if (change.password || email !== user.email) user.validSince = seconds()
    const leaving = (deleteProvider ?? []) as string[]
    user.providerUserInfo = user.providerUserInfo.filter(({ providerId }) => !leaving.includes(providerId))
    Object.assign(
      user,
      change,
      { email },
      'validSince' in change && { validSince: Number.parseInt(String(change.validSince), 10) },
    )
    return { localId: user.localId }
  })
  managed('::delete', ({ localId }) => {
    existing(localId ?? '')
    users.delete(localId ?? '')
    return {}
  })
  managed('::sendOobCode', ({ email, requestType, returnOobLink }) => {
    need(requestType === 'PASSWORD_RESET' && returnOobLink === true, 'INVALID_REQ_TYPE')
    const user = byEmail(email ?? '') ?? raise('EMAIL_NOT_FOUND')
    const code = newId()
    codes.set(code, user.localId)
    return { email, oobLink: `https://club.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=${code}&lang=en` }
  })

  /** A call of a browser, with the project's key. */
  const open = (call: string, answer: (body: Record<string, string>) => unknown) =>
    app.post(`/identitytoolkit.googleapis.com/v1/accounts::${call}`, async (request: FastifyRequest) =>
      answer(request.body as Record<string, string>),
    )
  open('signUp', ({ email = '', password = '', displayName = '' }) => {
    need(password.length >= 6, 'WEAK_PASSWORD : Password should be at least 6 characters')
    return session(addUser({ email, password, displayName }))
  })
  open('signInWithPassword', ({ email = '', password = '' }) => {
    const user = byEmail(email)
    if (!user || user.password === null || user.password !== password) throw new Refused('INVALID_LOGIN_CREDENTIALS')
    need(!user.disabled, 'USER_DISABLED')
    return session(user)
  })
  open('resetPassword', ({ oobCode = '', newPassword = '' }) => {
    const user = existing(codes.get(oobCode) ?? raise('INVALID_OOB_CODE'))
    // A new password ends every link to choose one.
    for (const [code, localId] of codes) if (localId === user.localId) codes.delete(code)
    Object.assign(user, { password: newPassword, emailVerified: true, validSince: seconds() })
    return { email: user.email, requestType: 'PASSWORD_RESET' }
  })
  app.post('/securetoken.googleapis.com/v1/token', async ({ body }) => {
    const { refresh_token: token = '' } = body as Record<string, string>
    const { localId, authTime } = refreshTokens.get(token) ?? raise('INVALID_REFRESH_TOKEN')
    const user = existing(localId)
    need(!user.disabled, 'USER_DISABLED')
    need(authTime >= user.validSince, 'TOKEN_EXPIRED')
    return { id_token: await sign(claimsOf(user, authTime)), refresh_token: token, expires_in: '3600' }
  })

  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = () => base
  return {
    base,
    projectId,
    users,
    keys,
    /** Paths that were asked, in order. */
    asked,
    sign,
    claimsOf,
    addUser,
    publicKey: signing.publicKey,
    serviceAccount: { clientEmail: ACCOUNT, privateKey: await exportPKCS8(account.privateKey) },
    at: {
      keys: `${base}/keys`,
      accessTokens: `${base}/access`,
      identityToolkit: `${base}/identitytoolkit.googleapis.com`,
    },
    close: () => app.close(),
  }
}

export type FirebaseServer = Awaited<ReturnType<typeof startFirebaseServer>>

function raise(message: string): never {
  throw new Refused(message)
}

/** Without the password; numbers of 64 bits are text. */
const onTheWire = ({ password: _password, validSince, ...user }: User) => ({ ...user, validSince: String(validSince) })
