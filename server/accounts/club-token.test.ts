import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { mintToken } from '#server/accounts/mint-token.ts'
import { listOutbox } from '#server/providers/mail/outbox-mail.ts'
import { anAccount, freshToken, type TestAccount } from '#tests/kit/accounts-and-books.ts'
import { aProvenAccount, proofOf } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { until } from '#tests/kit/until.ts'

const server = await startTestServer({ jobs: true })
const { services, send, origin } = server
const hour = 3600

const jwt = (body: unknown, token?: string) => send('POST', '/api/jwt', { body: JSON.stringify(body), token })
const works = async (token: string) => (await send('GET', '/api/user-type-find', { token })).status === 200

describe('POST /jwt', () => {
  test('takes the proven address as an object or bare, and answers a token that works', async () => {
    const { email, proof } = await aProvenAccount(server, 'buyer')
    for (const body of [{ email }, email, { email: ` ${email.toUpperCase()} ` }]) {
      const { status, json } = await jwt(body, proof)
      expect({ status, keys: Object.keys(json) }).toEqual({ status: 200, keys: ['token'] })
      expect(await works(json.token)).toBe(true)
    }
  })

  test('gives a token of one hour that names the account, without its role', async () => {
    const { id, email, proof } = await aProvenAccount(server, 'buyer')
    const { token } = (await jwt({ email }, proof)).json
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'club+jwt' })
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token)
    expect(exp - iat).toBe(hour)
    expect(claims).toEqual({ sub: id, aud: 'dogear', ver: 1, auth_time: expect.any(Number), sid: expect.any(String) })
    server.clock.advance(hour + 1)
    expect(await works(token)).toBe(false)
  })

  test('refuses without a proof, for another address, and for a proof without account', async () => {
    const [proven, other] = [await aProvenAccount(server, 'buyer'), await anAccount(services, 'buyer')]
    expect(await jwt({ email: proven.email })).toMatchObject({ status: 401, json: { code: 'not_signed_in' } })
    expect(await jwt({ email: proven.email }, 'nonsense')).toMatchObject({ status: 401 })
    for (const body of [{ email: other.email }, other.email])
      expect(await jwt(body, proven.proof)).toMatchObject({ status: 403, json: { code: 'not_your_email' } })
    const stranger = await aProvenAccount(server, null)
    expect(await jwt(stranger.email, stranger.proof)).toMatchObject({ status: 404, json: { code: 'no_account' } })
  })

  test('waits for the sign-up that is on its way, two seconds at most [club-token-1]', async () => {
    const asks = async (arrivesAfter: number) => {
      const person = await aProvenAccount(server, null)
      const proof = await services.identity.verifyProof(person.proof)
      let waited = 0
      const pause = async (ms: number) => {
        waited += ms
        const body = { name: '', email: person.email, checked: 'buyer' }
        if (waited >= arrivesAfter) await send('POST', '/api/signup', { token: person.proof, body })
      }
      const asked = mintToken(services, { proof, account: null }, person.email, pause)
      const outcome = await asked.then(
        ({ token }) => works(token),
        (error: { code: string }) => error.code,
      )
      return { waited, outcome }
    }
    expect(await asks(0)).toEqual({ waited: 50, outcome: true })
    expect(await asks(1900)).toEqual({ waited: 2000, outcome: true })
    expect(await asks(Infinity)).toEqual({ waited: 2000, outcome: 'no_account' })
  })

  test('lets a person wait once at a time, and twenty people at most', async () => {
    const { email, proof: token } = await aProvenAccount(server, null)
    const proof = (await services.identity.verifyProof(token))!
    let [waited, goOn] = [0, () => {}]
    const released = new Promise<void>((resolve) => (goOn = resolve))
    const told: string[] = []
    const ask = (identityId: string) => {
      const pause = () => ((waited += 1), released)
      const asked = mintToken(services, { proof: { ...proof, identityId }, account: null }, email, pause)
      return asked.catch((error: { code: string }) => told.push(error.code))
    }
    const asked = [ask('person 1'), ask('person 1')]
    await until(() => waited + told.length === 2)
    expect({ waited, told }).toEqual({ waited: 1, told: ['no_account'] })
    for (let person = 2; person <= 21; person++) asked.push(ask(`person ${person}`))
    await until(() => waited + told.length === 22)
    expect({ waited, told }).toEqual({ waited: 20, told: ['no_account', 'no_account'] })
    goOn()
    await Promise.all(asked)
  })

  test('refuses a proof that is older than five minutes', async () => {
    const { email, cookie } = await aProvenAccount(server, 'buyer')
    const proof = await proofOf(server, cookie)
    server.clock.advance(301)
    expect(await jwt({ email }, proof)).toMatchObject({ status: 401, json: { code: 'not_signed_in' } })
  })

  test('renews a token that is still valid, until twelve hours after the sign-in', async () => {
    const { email, cookie } = await aProvenAccount(server, 'buyer')
    let { token } = (await jwt({ email }, await proofOf(server, cookie))).json as { token: string }
    for (let passed = 0; passed < 12 * hour - 3000; passed += 3000) {
      server.clock.advance(3000)
      const renewed = await jwt({ email }, token)
      expect(renewed.status).toBe(200)
      token = renewed.json.token
    }
    server.clock.advance(3000)
    expect(await jwt({ email }, token)).toMatchObject({ status: 401, json: { code: 'not_signed_in' } })
    expect(await jwt({ email }, (await jwt({ email }, await proofOf(server, cookie))).json.token)).toMatchObject({
      status: 200,
    })
  })

  test('renews for the token’s own address alone, and not an expired token', async () => {
    const [person, other] = [await anAccount(services, 'buyer'), await anAccount(services, 'buyer')]
    const token = await freshToken(services, person.id)
    expect(await jwt({ email: other.email }, token)).toMatchObject({ status: 403, json: { code: 'not_your_email' } })
    server.clock.advance(hour + 1)
    expect(await jwt({ email: person.email }, token)).toMatchObject({ status: 401 })
  })
})

describe('a token that only looks like one', () => {
  const sign = (person: TestAccount, header: { alg: string; typ?: string }, audience: string, key?: Uint8Array) => {
    const own = createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return new SignJWT({ ver: 1, auth_time: Math.floor(server.clock.now().getTime() / 1000) })
      .setProtectedHeader(header)
      .setSubject(person.id)
      .setAudience(audience)
      .setIssuedAt(server.clock.now())
      .setExpirationTime(new Date(server.clock.now().getTime() + 60_000))
      .sign(key ?? own)
  }

  test('is not one: another key, another algorithm, none at all, a changed word', async () => {
    const person = await anAccount(services, 'admin')
    const good = await freshToken(services, person.id)
    expect(await works(good)).toBe(true)
    const [head = '', claims = '', signature = ''] = good.split('.')
    const unsigned = Buffer.from('{"alg":"none","typ":"club+jwt"}').toString('base64url')
    const forged = [
      await sign(person, { alg: 'EdDSA', typ: 'club+jwt' }, 'dogear'),
      await sign(
        person,
        { alg: 'HS256', typ: 'club+jwt' },
        'dogear',
        new TextEncoder().encode('a shared secret of 32 letters ok'),
      ),
      `${unsigned}.${claims}.`,
      `${unsigned}.${claims}.${signature}`,
      `${head}.${claims.slice(0, -2)}.${signature}`,
      `${head}.${claims}`,
      `${good} ${good}`,
    ]
    for (const token of forged) expect({ token, works: await works(token) }).toEqual({ token, works: false })
  })

  test('is not one of another account version, or of an account that never was', async () => {
    const person = await anAccount(services, 'buyer')
    expect(await works(await freshToken(services, person.id, 2))).toBe(false)
    expect(await works(await freshToken(services, crypto.randomUUID()))).toBe(false)
  })

  test('a club token is no proof, and a proof is no club token', async () => {
    const { email, cookie, id } = await aProvenAccount(server, 'buyer')
    const proof = await proofOf(server, cookie)
    expect(await works(proof)).toBe(false)
    const body = { email, name: '', checked: 'buyer' }
    expect((await send('POST', '/api/signup', { as: { id }, body })).status).toBe(401)
  })
})

describe('all club tokens of an account end at once', () => {
  const identity = (path: string, { cookie, body }: { cookie?: string; body?: unknown }) =>
    send('POST', `/api/identity/${path}`, { body: body ?? {}, headers: { origin, ...(cookie && { cookie }) } })
  const signedIn = async () => {
    const person = await aProvenAccount(server, 'buyer')
    const tokens = [0, 1].map(async () => (await jwt(person.email, await proofOf(server, person.cookie))).json.token)
    return { person, tokens: (await Promise.all(tokens)) as [string, string] }
  }
  const ended = async (tokens: string[]) => expect(await Promise.all(tokens.map(works))).toEqual([false, false])

  test('with log-out', async () => {
    const { person, tokens } = await signedIn()
    expect((await identity('sign-out', person)).status).toBe(200)
    await ended(tokens)
    expect((await send('GET', '/api/identity/token', { headers: { cookie: person.cookie, origin } })).status).toBe(401)
  })

  test('with a new password', async () => {
    const { person, tokens } = await signedIn()
    const body = { currentPassword: person.password, newPassword: 'a new password' }
    expect((await identity('change-password', { ...person, body })).status).toBe(200)
    await ended(tokens)
  })

  test('with a password that was reset by mail', async () => {
    const { person, tokens } = await signedIn()
    expect((await identity('request-password-reset', { body: { email: person.email } })).status).toBe(200)
    const mails = async () =>
      (await listOutbox(`${server.dataDir}/outbox`)).filter(
        ({ to, text }) => to.address === person.email && /reset-password/.test(text),
      )
    await until(async () => (await mails()).length === 1)
    const token = /token=([^\s&]+)/.exec((await mails())[0]?.text ?? '')?.[1]
    const reset = await identity('reset-password', { body: { token, newPassword: 'another password' } })
    expect(reset.status).toBe(200)
    await ended(tokens)
  })

  test('with a new role, while the same role again ends nothing', async () => {
    const { tokens } = await signedIn()
    const choose = (checked: string) => send('PATCH', '/api/account', { token: tokens[0], body: { checked } })
    expect((await choose('buyer')).status).toBe(200)
    expect(await works(tokens[1])).toBe(true)
    expect((await choose('seller')).status).toBe(200)
    await ended(tokens)
  })

  test('with signing out everywhere, together with every session and the proofs at hand', async () => {
    const { person, tokens } = await signedIn()
    const body = { email: person.email, password: person.password }
    const elsewhere = await identity('sign-in/email', { body })
    const cookies = [person.cookie, elsewhere.headers.getSetCookie().join('; ')]
    const answer = await send('POST', '/api/account/sign-out-everywhere', { token: tokens[0] })
    expect(answer).toMatchObject({ status: 200, json: { acknowledged: true } })
    await ended(tokens)
    for (const cookie of cookies)
      expect((await send('GET', '/api/identity/token', { headers: { cookie, origin } })).status).toBe(401)
    expect((await jwt(person.email, person.proof)).status).toBe(401)
    expect((await send('POST', '/api/account/sign-out-everywhere', { token: tokens[0] })).status).toBe(401)
    expect((await identity('sign-in/email', { body })).status).toBe(200)
  })

  test('also one that is just being minted for a proof from before', async () => {
    const { person } = await signedIn()
    const proof = await services.identity.verifyProof(await proofOf(server, person.cookie))
    await services.identity.management!.endSessions(person.identityId)
    const minting = mintToken(services, { proof, account: null }, person.email)
    await expect(minting).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('with the closing of the account', async () => {
    const { person, tokens } = await signedIn()
    const admin = await anAccount(services, 'admin')
    const closed = await send('DELETE', `/api/all-buyers/delete/${person.id}`, { token: admin.token })
    expect(closed.json).toEqual({ acknowledged: true, deletedCount: 1 })
    await ended(tokens)
  })
})
