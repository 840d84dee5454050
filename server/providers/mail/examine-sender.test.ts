import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Finding } from '#server/ports/finding.ts'
import { examineSender, type ReadTxt } from './examine-sender.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const ours = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
const signed = { selector: 'club', privateKey }

/** DNS with these TXT records. */
const dns =
  (records: Record<string, string[]>): ReadTxt =>
  async (name) =>
    records[name] ?? []
const examine = (read: ReadTxt, more: object = {}) =>
  examineSender({ url: 'smtp://127.0.0.1', from: 'club@books.example.org', name: () => 'Dogear', ...more }, read)
const told = (findings: readonly Finding[]) => findings.map(({ state, found }) => `${state}: ${found}`)

test('a domain with all three is well; DMARC may be said by a domain above', async () => {
  const read = dns({
    'books.example.org': ['google-site-verification=1', 'v=spf1 include:spf.provider.org -all'],
    'club._domainkey.books.example.org': [`v=DKIM1; k=rsa; p=${ours.slice(0, 200)} ${ours.slice(200)}`],
    '_dmarc.example.org': ['v=DMARC1; p=reject'],
  })
  expect(told(await examine(read, { dkim: signed }))).toEqual([
    'ok: books.example.org has an SPF record: v=spf1 include:spf.provider.org -all',
    'ok: club._domainkey.books.example.org has the key that emails are signed with.',
    'ok: example.org has a DMARC record (p=reject).',
  ])
})

test('each that is missing is a warning, with the record to add', async () => {
  const findings = await examine(dns({}), { dkim: signed })
  expect(told(findings)).toEqual([
    expect.stringMatching(/^warning: books\.example\.org has no SPF record/),
    expect.stringMatching(/^warning: club\._domainkey\.books\.example\.org has no record/),
    expect.stringMatching(/^warning: books\.example\.org has no DMARC record/),
  ])
  expect(findings[1]?.advice).toContain(`p=${ours}`)
  // Without a key of ours, the provider signs, under a name that only it knows.
  expect(await examine(dns({}))).toHaveLength(2)
})

test.each([
  ['two SPF records', 'books.example.org', ['v=spf1 a -all', 'v=spf1 mx -all'], /has 2 SPF records/],
  ['an SPF record for everyone', 'books.example.org', ['v=spf1 mx +all'], /lets everyone send/],
  ['another key', 'club._domainkey.books.example.org', ['v=DKIM1; p=MIIB'], /counts as forged/],
  ['a DMARC record without a policy', '_dmarc.books.example.org', ['v=DMARC1; rua=mailto:a@b.org'], /has no policy/],
])('%s is a warning', async (_what, name, texts, words) => {
  expect(told(await examine(dns({ [name]: texts }), { dkim: signed }))).toContainEqual(
    expect.stringMatching(new RegExp(`^warning: .*${words.source}`)),
  )
})

test('a DNS that can’t be asked, and a domain that none knows, are no fault of the shop', async () => {
  const away = async () => Promise.reject(Object.assign(new Error('queryTxt'), { code: 'ETIMEOUT' }))
  expect(told(await examine(away))).toEqual(['skipped: The DNS of books.example.org can’t be asked: ETIMEOUT.'])
  expect(told(await examine(dns({}), { from: 'shop@localhost' }))).toEqual([
    expect.stringMatching(/^skipped: localhost is no public domain/),
  ])
})
