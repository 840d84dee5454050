import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { live, mistakesOf } from '#tests/kit/shop/config-mistakes.ts'

const web = {
  FIREBASE_API_KEY: `AIza${'x'.repeat(35)}`,
  FIREBASE_AUTH_DOMAIN: 'my-club.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'my-club',
  FIREBASE_APP_ID: '1:1234567890:web:0a1b2c',
}
const emulated = { ...web, FIREBASE_PROJECT_ID: 'demo-club', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
const pem = { type: 'pkcs8', format: 'pem' } as const
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString()
const cutOff = key.split('\n').toSpliced(3, 2).join('\n')
const account = (more: object = {}) =>
  JSON.stringify({
    project_id: 'my-club',
    client_email: 'shop@my-club.iam.gserviceaccount.com',
    private_key: key,
    ...more,
  })

test('a whole configuration of Firebase is taken, with the service account as JSON or as a file', async () => {
  expect(readConfig(web).identity.firebase).toEqual({
    apiKey: web.FIREBASE_API_KEY,
    authDomain: 'my-club.firebaseapp.com',
    projectId: 'my-club',
    appId: '1:1234567890:web:0a1b2c',
    serviceAccount: null,
    emulator: null,
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'dogear-key-'))
  const file = path.join(folder, 'key.json')
  await writeFile(file, account())
  for (const given of [account(), file]) {
    const config = readConfig({ ...web, ...live, FIREBASE_SERVICE_ACCOUNT: given })
    expect(config.identity.firebase?.serviceAccount).toMatchObject({ privateKey: key })
    // Withheld from answers, emails and the log, in both ways that it is written.
    expect(config.secrets).toEqual(expect.arrayContaining([key, key.replaceAll('\n', '\\n')]))
  }
  await rm(folder, { recursive: true })
  expect(readConfig(emulated).identity.firebase?.emulator).toBe('127.0.0.1:9099')
  expect(readConfig({}).identity.firebase).toBeNull()
})

test('half a configuration is refused with all that is missing', () => {
  const { FIREBASE_API_KEY: _key, FIREBASE_APP_ID: _app, ...half } = web
  expect(mistakesOf(half)).toMatch(/^FIREBASE_API_KEY, FIREBASE_APP_ID: missing; set FIREBASE_API_KEY, /m)
  expect(mistakesOf({ FIREBASE_SERVICE_ACCOUNT: account() })).toMatch(
    /^FIREBASE_SERVICE_ACCOUNT: has no effect without/m,
  )
})

test.for([
  ['a key of another kind', { ...web, FIREBASE_API_KEY: 'my-key-1' }, /FIREBASE_API_KEY: .*39 characters/],
  [
    'a domain with https',
    { ...web, FIREBASE_AUTH_DOMAIN: 'https://my-club.firebaseapp.com' },
    /FIREBASE_AUTH_DOMAIN: .*without https/,
  ],
  ['an app of Android', { ...web, FIREBASE_APP_ID: '1:1:android:1' }, /FIREBASE_APP_ID: must be the appId/],
  [
    'an account of another project',
    { ...web, FIREBASE_SERVICE_ACCOUNT: account({ project_id: 'other' }) },
    /is of the project other/,
  ],
  [
    'an account without a key',
    { ...web, FIREBASE_SERVICE_ACCOUNT: account({ private_key: 'x' }) },
    /must have project_id, client_email and a whole private_key/,
  ],
  [
    'an account whose key is cut off',
    { ...web, FIREBASE_SERVICE_ACCOUNT: account({ private_key: cutOff }) },
    /a whole private_key/,
  ],
  ['a file that is not there', { ...web, FIREBASE_SERVICE_ACCOUNT: '/nowhere/key.json' }, /no file that can be read/],
  [
    'what is no JSON',
    { ...web, FIREBASE_SERVICE_ACCOUNT: '{key' },
    /FIREBASE_SERVICE_ACCOUNT: must be the service account’s JSON/,
  ],
  [
    'Google’s keys beside it',
    { ...web, GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'b' },
    /switch Google on in Firebase’s console/,
  ],
  [
    'an emulator with a real project',
    { ...emulated, FIREBASE_PROJECT_ID: 'my-club' },
    /EMULATOR_HOST: needs a FIREBASE_PROJECT_ID that begins with demo-/,
  ],
  [
    'an emulator elsewhere',
    { ...emulated, FIREBASE_AUTH_EMULATOR_HOST: 'example.org:9099' },
    /EMULATOR_HOST: must be on this machine/,
  ],
  ['an emulator in a live shop', { ...emulated, ...live }, /EMULATOR_HOST: is for the demo/],
  ['a made-up project without an emulator', { ...web, FIREBASE_PROJECT_ID: 'demo-club' }, /only the emulator knows/],
] as const)('refused: %s', ([, env, said]) => {
  expect(mistakesOf(env)).toMatch(said)
  expect(mistakesOf(env)).not.toContain(key.split('\n')[1])
})
