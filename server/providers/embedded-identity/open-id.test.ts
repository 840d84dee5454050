import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openChooser, signInAt } from '#tests/port-suites/federated-sign-in.ts'
import { linkIn, startIdentityServer, type Browser, type IdentityServer } from '#tests/port-suites/identity-server.ts'
import { findProviders, google } from './open-id.ts'

const [cautious, vouching, trusted] = await Promise.all([
  startIdentityServer({ campus: { verifiesEmail: false }, google: true }),
  startIdentityServer({ campus: { verifiesEmail: true }, google: true }),
  startIdentityServer({ campus: { verifiesEmail: false, isTrusted: true } }),
])
const servers = { cautious, vouching, trusted }

let people = 0
const aStudent = () => ({ name: 'Ada Student', email: `student.${++people}@example.edu` })
const atCampus = (server: IdentityServer, browser: Browser, person: { email: string; name: string }) =>
  signInAt(server, 'oidc', browser, person)
const proofOf = async (server: IdentityServer, browser: Browser) =>
  server.identity.verifyProof((await browser.proof()) ?? '')

describe('a campus that says nothing of its emails', () => {
  test('signs its people in by PKCE, with an email that they confirm by our own link', async () => {
    const server = servers.cautious
    const browser = server.browser()
    const { authorization } = await openChooser(server, 'oidc', browser)
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: `${server.origin}/api/identity/callback/oidc`,
      nonce: expect.any(String) as string,
      state: expect.any(String) as string,
    })
    const person = aStudent()
    await atCampus(server, browser, person)
    const before = await proofOf(server, browser)
    expect(before).toMatchObject({ ...person, emailVerified: false, photoUrl: null, via: 'federated' })
    const token = linkIn(server.mails.findLast(({ to }) => to.address === person.email)).searchParams.get('token')
    expect((await browser.send('POST', 'verify-email', { token })).status).toBe(200)
    expect(await proofOf(server, browser)).toMatchObject({ ...before, emailVerified: true, ownsMailbox: true })
  })

  test('is no way into the account of another, confirmed or not', async () => {
    const server = servers.cautious
    for (const isConfirmed of [true, false]) {
      const person = aStudent()
      const owner = server.browser()
      await owner.send('POST', 'sign-up/email', { ...person, password: 'of-the-owner' })
      const token = linkIn(server.mails.findLast(({ to }) => to.address === person.email)).searchParams.get('token')
      if (isConfirmed) await owner.send('POST', 'verify-email', { token })
      const stranger = server.browser()
      const end = await atCampus(server, stranger, person)
      expect(end.url.searchParams.get('error')).toBe('account_not_linked')
      expect(await stranger.proof()).toBeNull()
      expect(await proofOf(server, owner)).toMatchObject({ emailVerified: isConfirmed })
    }
    expect(server.handedOver).toEqual([])
  })

  test('an email of its that Google vouches for goes to that account, and leaves the campus', async () => {
    const server = servers.cautious
    const person = aStudent()
    const first = server.browser()
    await atCampus(server, first, person)
    const { identityId } = (await proofOf(server, first))!
    const owner = server.browser()
    await signInAt(server, 'google', owner, person)
    expect(await proofOf(server, owner)).toMatchObject({ identityId, emailVerified: true })
    expect(await first.proof()).toBeNull()
    expect(server.handedOver).toContain(identityId)
    const again = await atCampus(server, server.browser(), person)
    expect(again.url.searchParams.get('error')).toBe('account_not_linked')
  })
})

test.for(['vouching', 'trusted'] as const)(
  'an email of a %s campus is confirmed, and links to its account',
  async (kind) => {
    const server = servers[kind]
    const person = aStudent()
    const own = server.browser()
    await own.send('POST', 'sign-up/email', { ...person, password: 'of-the-owner' })
    const token = linkIn(server.mails.findLast(({ to }) => to.address === person.email)).searchParams.get('token')
    await own.send('POST', 'verify-email', { token })
    const { identityId } = (await proofOf(server, own))!
    const browser = server.browser()
    expect((await atCampus(server, browser, person)).url.search).toBe('')
    expect(await proofOf(server, browser)).toMatchObject({ identityId, emailVerified: true })
  },
)

test('a shop that goes from Google to a campus, or back, has the same people, by the email that both confirmed', async () => {
  const server = servers.vouching
  for (const [before, after] of [
    ['google', 'oidc'],
    ['oidc', 'google'],
  ] as const) {
    const person = aStudent()
    const browser = server.browser()
    await signInAt(server, before, browser, person)
    const { identityId } = (await proofOf(server, browser))!
    for (const slot of [after, before]) {
      const later = server.browser()
      await signInAt(server, slot, later, person)
      expect(await proofOf(server, later)).toMatchObject({ identityId, ownsMailbox: true })
    }
  }
})

test('an account of the campus is stored by its issuer, so that another issuer’s subject opens nothing', async () => {
  const server = servers.vouching
  const person = aStudent()
  const browser = server.browser()
  await atCampus(server, browser, person)
  const { identityId } = (await proofOf(server, browser))!
  const accounts = await server.sql('SELECT "accountId" FROM identity.account WHERE "userId" = $1', [identityId])
  expect(accounts).toEqual([{ accountId: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ \d{21}$/) as string }])
  // As if the setting had named another campus before.
  await server.sql(
    `UPDATE identity.account SET "accountId" = 'https://other.example.edu ' || split_part("accountId", ' ', 2)
    WHERE "userId" = $1`,
    [identityId],
  )
  await server.sql(`UPDATE identity."user" SET email = 'earlier@example.edu' WHERE id = $1`, [identityId])
  const later = server.browser()
  await atCampus(server, later, person)
  expect((await proofOf(server, later))?.identityId).not.toBe(identityId)
})

describe('findProviders', () => {
  const client = { clientId: 'dogear', clientSecret: 'only-for-tests' }

  async function found(document: (issuer: string) => object, status = 200) {
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document(issuer))),
    )
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const said: string[] = []
    const warn = ({ err }: { err?: Error }, message: string) => void said.push(`${message}: ${err?.message}`)
    const [provider] = await findProviders([google(client, issuer)], { warn })
    server.close()
    return { authentication: provider?.authentication, said: said.join('\n') }
  }

  test('asks for tokens by basic authentication where the provider says nothing else', async () => {
    const ways = (names: string[]) => (issuer: string) => ({ issuer, token_endpoint_auth_methods_supported: names })
    expect((await found((issuer) => ({ issuer: `${issuer}/` }))).authentication).toBe('basic')
    expect((await found(ways(['client_secret_post', 'client_secret_basic']))).authentication).toBe('basic')
    expect((await found(ways(['client_secret_post']))).authentication).toBe('post')
  })

  test('leaves out one that names another issuer or answers with an error, and says why', async () => {
    const stranger = await found(() => ({ issuer: 'https://evil.example' }))
    expect(stranger).toEqual({
      authentication: undefined,
      said: expect.stringContaining('names another issuer: https://evil.example') as string,
    })
    expect((await found((issuer) => ({ issuer }), 503)).said).toContain('answered with 503')
  })
})
