import type { ServerResponse } from 'node:http'
import { request } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { cookiesOf } from '#tests/kit/proven-account.ts'
import { startGoogleStandIn } from './google-stand-in.ts'

const redirectUri = 'http://localhost:4000/api/identity/callback/google'
const client = { clientId: 'dogear', clientSecret: 'only-for-tests', redirectUris: [redirectUri] }
const standIn = await startGoogleStandIn(client)
afterAll(() => standIn.close())

const authorize = (changed: Record<string, string>) => {
  const query = {
    client_id: 'dogear',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'abc',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...changed,
  }
  return fetch(`${standIn.issuer}/auth?${new URLSearchParams(query).toString()}`, { redirect: 'manual' })
}

test('it listens on this machine only, and refuses a shop that others reach', async () => {
  expect(standIn.issuer).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const elsewhere = 'https://books.example.org/api/identity/callback/google'
  await expect(startGoogleStandIn({ ...client, redirectUris: [redirectUri, elsewhere] })).rejects.toThrow(
    'not this machine',
  )
})

test('a name that was pointed at this machine gets nothing', async () => {
  const status = await new Promise((resolve) =>
    request(`${standIn.issuer}/.well-known/openid-configuration`, { headers: { host: 'evil.example' } }, (answer) =>
      resolve(answer.resume().statusCode),
    ).end(),
  )
  expect(status).toBe(421)
})

test('the discovery document before the first sign-in is the library’s own from then on', async () => {
  const own = await startGoogleStandIn(client)
  const discovered = async () => {
    const document: unknown = await (await fetch(`${own.issuer}/.well-known/openid-configuration`)).json()
    return document as Record<string, unknown>
  }
  const before = await discovered()
  await fetch(`${own.issuer}/auth`)
  const after = await discovered()
  await own.close()
  expect(before).not.toHaveProperty('scopes_supported')
  expect(after).toHaveProperty('scopes_supported')
  expect(after).toMatchObject({ ...before, id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']) })
})

test('one that can’t be loaded says so, and is loaded once it can be', async () => {
  let isBroken = true
  const openProvider = async () => {
    if (isBroken) throw new Error('no key')
    return (_request: unknown, response: ServerResponse) => response.end('there')
  }
  vi.doMock('./provider.ts', () => ({ openProvider }))
  const own = await startGoogleStandIn(client)
  const answers = [await fetch(`${own.issuer}/auth`), await fetch(`${own.issuer}/auth`)]
  isBroken = false
  answers.push(await fetch(`${own.issuer}/auth`))
  await own.close()
  vi.doUnmock('./provider.ts')
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(await answers[0]!.text()).toContain('please try again in a minute')
})

test('without PKCE, or back to a stranger, there is no sign-in', async () => {
  expect((await authorize({})).headers.get('location')).toMatch(/^\/interaction\//)
  const noPkce = await authorize({ code_challenge: '', code_challenge_method: '' })
  expect(noPkce.headers.get('location')).toContain('error=invalid_request')
  const stranger = await authorize({ redirect_uri: 'http://localhost:4001/steal' })
  expect([stranger.status, stranger.headers.get('location')]).toEqual([400, null])
  expect(await stranger.text()).toContain('Local stand-in for Google')
})

test('its pages name themselves, escape what people type, and allow no script', async () => {
  const start = await authorize({})
  const url = new URL(start.headers.get('location') ?? '', standIn.issuer)
  const cookie = cookiesOf(start)
  const page = await fetch(url, { headers: { cookie } })
  const html = await page.text()
  expect(html).toContain('Local stand-in for Google — no real Google account is used.')
  expect(html).toContain('Use another account')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const body = new URLSearchParams({ email: 'not an address', name: 'x' })
  const again = await fetch(`${url.href}/choose`, { method: 'POST', headers: { cookie }, body })
  expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('role="alert"') as string])
  expect((await fetch(`${url.href}/choose`, { method: 'POST', body })).status).toBe(400)
})

test('close ends it, also with an open connection', async () => {
  const other = await startGoogleStandIn(client)
  await (await fetch(`${other.issuer}/.well-known/openid-configuration`)).text()
  await other.close()
  await expect(fetch(other.issuer)).rejects.toThrow('fetch failed')
})
