import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const pem = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const key = pem(2048).trim()
const given = {
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'books@example.org',
  DKIM_SELECTOR: 'club',
  DKIM_PRIVATE_KEY: key,
}
const signed = { mail: { dkim: { selector: 'club', privateKey: key } } }

test('the key of emails’ signature is taken in PEM, in one line, or as the path of its file', async () => {
  expect(readConfig(given)).toMatchObject(signed)
  expect(readConfig({ ...given, DKIM_PRIVATE_KEY: key.replaceAll('\n', '\\n') })).toMatchObject(signed)
  const dir = await mkdtemp(path.join(tmpdir(), 'dogear-dkim-'))
  const file = path.join(dir, 'dkim.pem')
  await writeFile(file, key)
  expect(readConfig({ ...given, DKIM_PRIVATE_KEY: file })).toMatchObject(signed)
  await rm(dir, { recursive: true })
})

test.each([
  ['DKIM_PRIVATE_KEY: missing', { DKIM_PRIVATE_KEY: '' }],
  ['DKIM_SELECTOR: missing', { DKIM_SELECTOR: '' }],
  ['DKIM_SELECTOR: must be the name', { DKIM_SELECTOR: 'club._domainkey.example.org;' }],
  ['names no file that can be read', { DKIM_PRIVATE_KEY: '/nowhere/dkim.pem' }],
  ['is no private key', { DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }],
  [
    'must be an RSA key',
    {
      DKIM_PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
  ],
  ['is shorter than 1024 bits', { DKIM_PRIVATE_KEY: pem(512) }],
  ['MAIL_BOUNCES_TO: must be an address', { MAIL_BOUNCES_TO: 'Postmaster' }],
  ['DKIM_SELECTOR, DKIM_PRIVATE_KEY: SMTP_URL is missing', { SMTP_URL: '', MAIL_FROM: '' }],
])('is refused at the start: %s', (mistake, wrong) => {
  expect(() => readConfig({ ...given, ...wrong })).toThrow(mistake)
})

test('no line of the key leaves the program', () => {
  const { secrets } = readConfig(given)
  expect(secrets).toContain(key)
  const lines = key.split('\n').filter((line) => line.length === 64)
  expect(lines.length).toBeGreaterThan(20)
  expect(secrets).toEqual(expect.arrayContaining(lines))
})
