import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { anAccount } from '#tests/kit/accounts-and-books.ts'
import { problemOf, startTestServer } from '#tests/kit/test-server.ts'

const NEW = 'https://new.example.org'
const shop = await startTestServer({
  env: {
    PUBLIC_URL: NEW,
    FORMER_URLS: 'https://old.example.org, http://older.example.org:8080',
    TRUST_PROXY: '1',
    DEMO_IN_PUBLIC: 'yes',
  },
})
const at = (host: string, proto = 'https') => ({ headers: { host, 'x-forwarded-proto': proto } })

test.each([
  ['GET', '/advertise/0b7f/keeper-ledger?from=mail', 'old.example.org', 'https'],
  ['HEAD', '/', 'OLD.Example.org', 'https'],
  ['GET', '/feeds/new.xml', 'old.example.org:443', 'https'],
  ['GET', '/reset-password?token=a%2Fb', 'older.example.org:8080', 'http'],
])('%s %s at the former address %s leads to the same place at the present one', async (method, path, host, proto) => {
  const { status, headers, text } = await shop.send(method, path, at(host, proto))
  expect([status, headers.get('location'), text]).toEqual([308, `${NEW}${path}`, ''])
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['GET', '/api/health', 'old.example.org', 200],
  ['GET', '/api/all-books', 'old.example.org', 200],
  // As an event without a signature is answered anywhere.
  ['POST', '/api/payment-events', 'old.example.org', 422],
  ['GET', '/robots.txt', 'new.example.org', 200],
  ['GET', '/robots.txt', 'old.example.org.evil.example', 200],
  ['GET', '/robots.txt', 'older.example.org', 200],
])('%s %s at %s is answered there', async (method, path, host, expected) => {
  const { status, headers } = await shop.send(method, path, at(host))
  expect([status, headers.get('location')]).toEqual([expected, null])
})

test('no request leads to another site', async () => {
  for (const path of [
    '//evil.example/',
    '/\\evil.example',
    '/@evil.example',
    '.evil.example/',
    '@evil.example/',
    '*',
  ]) {
    const asked = request(shop.origin, {
      path,
      headers: { host: 'old.example.org', 'x-forwarded-proto': 'https' },
    }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    const { location = NEW } = answer.headers
    expect([path, new URL(location).origin]).toEqual([path, NEW])
  }
})

test('a page that is still open at the former address is told where the shop is', async () => {
  const { token } = await anAccount(shop.services, 'buyer')
  const refused = await shop.send('POST', '/api/account/sign-out-everywhere', {
    token,
    headers: { host: 'old.example.org', origin: 'https://old.example.org' },
  })
  expect(problemOf(refused)).toMatchObject({
    status: 403,
    detail: `The shop has moved to ${NEW}. Please load this page again, and sign in there.`,
  })
})
