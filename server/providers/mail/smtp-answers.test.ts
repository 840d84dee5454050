import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#server/database/embedded/free-port.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'
import { verifyDkim } from '#tests/port-suites/verify-dkim.ts'
import { adviceFor } from './explain-smtp.ts'
import { smtpMail, type SmtpSettings } from './smtp-mail.ts'

type Sink = Awaited<ReturnType<typeof startMailSink>>
let sink: Sink | undefined
afterEach(async () => sink?.close())
const start = async (says: NonNullable<Parameters<typeof startMailSink>[0]>['says'] = {}) =>
  (sink = await startMailSink({ says }))

const mail = {
  to: { name: 'Ann', address: 'ann@example.org' },
  subject: 'Grüße',
  text: 'Hello  Ann, \n\n',
  html: '<p>Hello</p>\n',
  stopLink: 'https://books.example.org/stop-emails/x',
}
const portTo = (url: string, more: Partial<SmtpSettings> = {}) =>
  smtpMail({ url, from: 'shop@example.org', name: () => 'Dogear', ...more })
const withPassword = (url: string) => url.replace('//', '//shop:secret@')

describe('a mail that is tried out', () => {
  test('is sent, and the server’s own words come back', async () => {
    const { url, mails } = await start()
    const answer = await portTo(url).tryOut!(mail)
    expect(answer).toEqual({ isTaken: true, said: '250 2.0.0 Ok: queued as 4F2A', advice: '' })
    expect(mails).toHaveLength(1)
  })

  test.each([
    ['a password that is wrong', { AUTH: '535 5.7.8 authentication failed' }, 'user name and password in SMTP_URL'],
    ['a sender who isn’t the account', { MAIL: '553 5.7.1 not owned by user' }, 'send as MAIL_FROM'],
    ['no right to send outside', { RCPT: '550 5.7.1 relaying denied' }, 'SMTP_URL needs a user name'],
    ['no such reader', { RCPT: '550 5.1.1 no such person' }, 'Check it on your account page'],
    ['greylisting', { RCPT: '451 4.7.1 greylisted, come back later' }, 'Try again in some minutes'],
    ['a domain without SPF', { DATA: '550 5.7.26 unauthenticated mail' }, 'SPF, DKIM or DMARC'],
  ])('and refused for %s has the words and what to do', async (_, says, advice) => {
    const { url } = await start(says)
    const answer = await portTo('AUTH' in says ? withPassword(url) : url).tryOut!(mail)
    expect(answer).toEqual({ isTaken: false, said: Object.values(says)[0], advice: expect.stringContaining(advice) })
  })

  test('a server that repeats a command that it doesn’t know repeats no password', async () => {
    const sent = Buffer.from('\0shop\0secret').toString('base64')
    const { url } = await start({ AUTH: `500 5.5.1 Unknown: "AUTH PLAIN ${sent}" by shop with secret` })
    const { said } = await portTo(withPassword(url)).tryOut!(mail)
    expect(said).toBe('500 5.5.1 Unknown: "AUTH PLAIN …" by shop with …')
    await expect(portTo(withPassword(url)).send(mail)).rejects.toThrow('"AUTH PLAIN …" by shop with …')
  })

  test('where nothing listens, and where encryption begins otherwise, says so', async () => {
    const closed = await portTo(`smtp://127.0.0.1:${await freePort()}`).tryOut!(mail)
    expect(closed).toMatchObject({ isTaken: false, said: expect.stringContaining('ECONNREFUSED') })
    expect(closed.advice).toContain('No mail server listens there')
    const { url } = await start()
    const plain = await portTo(url.replace('smtp:', 'smtps:')).tryOut!(mail)
    expect(plain.advice).toContain('This port doesn’t begin with encryption')
  })

  test.each([
    [{ code: 'EDNS', message: 'getaddrinfo ENOTFOUND mail.exmaple.org' }, 'No server has this name'],
    [{ code: 'ETIMEDOUT', message: 'Connection timeout' }, 'No answer in time'],
    [
      { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' },
      'certificate',
    ],
    [{ code: 'ESOCKET', originalCode: 'ECONNRESET', message: 'read ECONNRESET' }, 'The connection broke'],
    [{ message: 'something new' }, 'mail server’s own log'],
  ])('%o is explained', (error, advice) => {
    expect(adviceFor(Object.assign(new Error(error.message), error))).toContain(advice)
  })
})

describe('a mail that is signed', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = { selector: 'club', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }

  test('verifies with the public key of the sender’s domain, both headers of unsubscribing included', async () => {
    const { url, mails } = await start()
    await portTo(url, { dkim }).send(mail)
    const { raw } = mails[0]!
    const tags = verifyDkim(raw, publicKey)
    expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'example.org', s: 'club' })
    const signed = tags.h!.toLowerCase().split(':')
    expect(signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    )
    const changed = (from: string, to: string) => () => verifyDkim(raw.replace(from, to), publicKey)
    expect(changed('stop-emails/x', 'stop-emails/y')).toThrow('a header was changed')
    expect(changed('<p>Hello</p>', '<p>Hullo</p>')).toThrow('the body was changed')
  })

  test('isn’t where no key is given', async () => {
    const { url, mails } = await start()
    await portTo(url).send(mail)
    expect(readMail(mails[0]!.raw).headers.has('dkim-signature')).toBe(false)
  })
})

test('has both forms, says that it is automatic, and names the address for bounces to the server alone', async () => {
  const { url, mails } = await start()
  await portTo(url, { bouncesTo: 'bounces@example.org' }).send(mail)
  await portTo(url).send(mail)
  expect(mails.map(({ from }) => from)).toEqual(['bounces@example.org', 'shop@example.org'])
  const { headers, text, html } = readMail(mails[0]!.raw)
  expect(headers.get('from')).toBe('Dogear <shop@example.org>')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect(headers.get('content-type')).toMatch(/^multipart\/alternative;/)
  expect([text, html]).toEqual([mail.text, mail.html])
})
