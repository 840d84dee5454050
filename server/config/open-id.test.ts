import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { live, mistakesOf } from '#tests/kit/shop/config-mistakes.ts'

const campus = {
  OIDC_ISSUER: 'https://login.example.edu/realms/all/',
  OIDC_CLIENT_ID: 'dogear',
  OIDC_CLIENT_SECRET: 'kept-to-ourselves',
  OIDC_NAME: 'Example College',
}

test('a provider of one’s own is taken beside Google, and its secret withheld', () => {
  const google = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-x' }
  const config = readConfig({ ...live, ...google, ...campus })
  expect(config.identity).toMatchObject({
    google: { kind: 'google' },
    openId: {
      issuer: 'https://login.example.edu/realms/all',
      clientId: 'dogear',
      name: 'Example College',
      trustsEmail: false,
    },
  })
  expect(config.secrets).toContain(campus.OIDC_CLIENT_SECRET)
  expect(readConfig({ ...live, ...campus, OIDC_TRUSTS_EMAIL: 'yes' }).identity.openId?.trustsEmail).toBe(true)
  expect(readConfig(live).identity.openId).toBeNull()
})

test('its address is https, but for the demo on this machine', () => {
  expect(mistakesOf({ ...campus, OIDC_ISSUER: 'http://127.0.0.1:4010' })).toBe('')
  expect(mistakesOf({ ...campus, ...live, OIDC_ISSUER: 'http://127.0.0.1:4010' })).toContain(
    'OIDC_ISSUER: must begin with https://',
  )
})

test.for([
  ['http elsewhere', { ...campus, OIDC_ISSUER: 'http://login.example.edu' }, /OIDC_ISSUER: must begin with https/],
  [
    'the document’s own address',
    { ...campus, OIDC_ISSUER: 'https://login.example.edu/.well-known/openid-configuration' },
    /OIDC_ISSUER: must be the issuer itself: leave out/,
  ],
  ['an address with a query', { ...campus, OIDC_ISSUER: 'https://login.example.edu/?x=1' }, /without a password/],
  ['no address', { ...campus, OIDC_ISSUER: 'login.example.edu' }, /OIDC_ISSUER: must be a full address/],
  ['a name too long for a button', { ...campus, OIDC_NAME: 'x'.repeat(41) }, /OIDC_NAME: must be at most 40/],
  [
    'two of four',
    { OIDC_ISSUER: campus.OIDC_ISSUER, OIDC_NAME: 'College' },
    /OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: missing; set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME together/,
  ],
  ['trust in nobody', { OIDC_TRUSTS_EMAIL: 'yes' }, /OIDC_TRUSTS_EMAIL: has no effect without OIDC_ISSUER/],
  [
    'Firebase beside it',
    {
      ...campus,
      FIREBASE_API_KEY: `AIza${'x'.repeat(35)}`,
      FIREBASE_AUTH_DOMAIN: 'my-club.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'my-club',
      FIREBASE_APP_ID: '1:1234567890:web:0a1b2c',
    },
    /OIDC_NAME: has no effect with Firebase/,
  ],
  ['domains that are none', { JOIN_EMAIL_DOMAINS: 'example.edu, all' }, /JOIN_EMAIL_DOMAINS: Enter domains such as/],
] as const)('refused: %s', ([, env, said]) => {
  expect(mistakesOf(env)).toMatch(said)
  expect(mistakesOf(env)).not.toContain(campus.OIDC_CLIENT_SECRET)
})
