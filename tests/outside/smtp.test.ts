import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { smtpMail, type SmtpSettings } from '#server/providers/mail/smtp-mail.ts'
import { verifyDkim } from '#tests/port-suites/verify-dkim.ts'
import { readMail } from '#tests/port-suites/mail-sink.ts'

const { OUTSIDE_SMTP_PORT: port = '', OUTSIDE_SMTP_MAILS: folder = '', OUTSIDE_SMTP_VERIFIER = '' } = process.env

const mail = (to: string) => ({
  to: { name: 'Zoë', address: to },
  subject: 'Grüße 📚',
  text: 'Hello\n.\nZoë\n',
  html: '<p>Hello <b>Zoë</b></p>\n',
  stopLink: 'https://books.example.org/stop-emails/x',
})
/** Its certificate is trusted by nobody; `trusting` says that this is fine here. */
const portTo = ({
  password = 'p%40ss%2Fword',
  trusting = true,
  ...more
}: Partial<SmtpSettings> & Record<string, unknown> = {}) =>
  smtpMail({
    url: `smtp://shop:${String(password)}@127.0.0.1:${port}${trusting ? '?tls.rejectUnauthorized=false' : ''}`,
    from: 'shop@example.org',
    name: () => 'Dogear',
    ...more,
  })
const newest = async () => readFile(path.join(folder, (await readdir(folder)).toSorted().at(-1)!), 'utf8')

test('takes an email over STARTTLS with a password that has signs in it, in both forms', async () => {
  const answer = await portTo().tryOut!(mail('zoe@example.com'))
  expect(answer).toMatchObject({ isTaken: true, said: expect.stringMatching(/^250 2\.0\.0 Ok: queued as/) })
  const { headers, text, html } = readMail(await newest())
  expect([text, html]).toEqual([mail('').text, mail('').html])
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
})

test('is not trusted with a certificate of its own making', async () => {
  const answer = await portTo({ trusting: false }).tryOut!(mail('zoe@example.com'))
  expect(answer).toMatchObject({ isTaken: false, advice: expect.stringContaining('certificate isn’t valid') })
})

test.each([
  [
    'a wrong password',
    { password: 'wrong' },
    'zoe@example.com',
    '535 5.7.8 Authentication failed',
    'user name and password',
  ],
  ['another’s sender', { from: 'shop@example.net' }, 'zoe@example.com', '553 5.7.1 Sender', 'MAIL_FROM'],
  ['no such reader', {}, 'nobody@example.com', '550 5.1.1 No such person here', 'account page'],
])('says in its own words why not: %s', async (_, more, to, said, advice) => {
  const answer = await portTo(more).tryOut!(mail(to))
  expect(answer).toEqual({
    isTaken: false,
    said: expect.stringContaining(said),
    advice: expect.stringContaining(advice),
  })
})

test('that greylists is an error to be retried, and takes the second try; one without the reader is final', async () => {
  await expect(portTo().send(mail('slow@example.com'))).rejects.toMatchObject({ name: 'ProviderError' })
  await portTo().send(mail('slow@example.com'))
  await expect(portTo().send(mail('nobody@example.com'))).rejects.toMatchObject({ name: 'MailRefused' })
})

test('gets emails whose signature others find right, and wrong once a header is changed', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = { selector: 'club', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
  await portTo({ dkim }).send(mail('zoe@example.com'))
  const raw = await newest()
  const { dkimVerify } = (await import(OUTSIDE_SMTP_VERIFIER)) as {
    dkimVerify: (raw: string, options: object) => Promise<{ results: { status: { result: string } }[] }>
  }
  const entry = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
  const resolver = async (name: string) => (name === 'club._domainkey.example.org' ? [[entry]] : [])
  const resultOf = async (mailed: string) => (await dkimVerify(mailed, { resolver })).results[0]?.status.result
  expect(await resultOf(raw)).toBe('pass')
  expect(await resultOf(raw.replace('stop-emails/x', 'stop-emails/y'))).toBe('fail')
  // Our own check, which the other tests use, agrees.
  expect(verifyDkim(raw, publicKey)).toMatchObject({ s: 'club', d: 'example.org' })
})
