import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MailRefused } from '#server/ports/mail.ts'
import { ProviderError } from '#server/ports/provider-error.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'
import { listOutbox, outboxMail } from './outbox-mail.ts'
import { smtpMail } from './smtp-mail.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dogear-mail-'))
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true })
})
const aMail = (subject: string) => ({
  to: { name: 'Ann', address: 'ann@example.org' },
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
})
const shop = { from: 'shop@example.org', name: () => 'Dogear' }

test('an outbox that was never written to is empty', async () => {
  expect(await listOutbox(path.join(folder, 'none'))).toEqual([])
})

test('its files are for the program’s own user alone', async () => {
  const dir = path.join(folder, 'outbox')
  await outboxMail({ dir, clock: { now: () => new Date() } }).send(aMail('Hello'))
  const [file = ''] = await readdir(dir)
  expect((await stat(path.join(dir, file))).mode & 0o777).toBe(0o600)
})

test('the newest 500 stay, newest first, within one moment by their order', async () => {
  const outbox = outboxMail({ dir: folder, clock: { now: () => new Date('2026-03-01T12:00:00Z') } })
  for (let turn = 0; turn < 503; turn++) await outbox.send(aMail(`Mail ${turn}`))
  const mails = await listOutbox(folder)
  expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 500 }, (_, turn) => `Mail ${502 - turn}`))
  expect(mails[0]?.sentAt).toEqual(new Date('2026-03-01T12:00:00Z'))
})

test('what another program puts there is seen, and so is a clock that was put back', async () => {
  let now = new Date('2026-03-01T12:00:00Z')
  const [one, other] = [1, 2].map(() => outboxMail({ dir: folder, clock: { now: () => now } }))
  const mail = (id: string) => ({ ...aMail(id), id })
  await one!.send(mail('first'))
  now = new Date('2026-03-01T12:00:01Z')
  await other!.send(mail('second'))
  // Distinct times, however fast the writes were.
  await utimes(folder, new Date(), new Date('2026-01-01T00:00:00Z'))
  await one!.send(mail('second'))
  now = new Date('2026-02-01T12:00:00Z')
  await one!.send(mail('earlier'))
  await one!.send(mail('second'))
  expect((await listOutbox(folder)).map(({ subject }) => subject)).toEqual(['second', 'first', 'earlier'])
})

test('other files in the folder are left alone', async () => {
  await writeFile(path.join(folder, 'notes.json'), 'mine')
  await writeFile(path.join(folder, '000-half.part'), '{')
  expect(await listOutbox(folder)).toEqual([])
})

test('a mail that no server accepts is an error', async () => {
  const sink = await startMailSink()
  await sink.close()
  await expect(smtpMail({ url: sink.url, ...shop }).send(aMail('Hello'))).rejects.toThrow(/ECONNREFUSED/)
})

test.each([
  ['550 5.1.1 no such person', MailRefused],
  ['550 no such person', MailRefused],
  ['550 5.7.1 relaying is not for you', ProviderError],
  ['553 5.1.8 Sender address rejected: Domain not found', ProviderError],
  ['550 5.1.7 Sender address rejected', ProviderError],
  ['554 5.3.2 system not accepting messages', ProviderError],
  ['552 5.2.2 mailbox full', MailRefused],
  ['450 4.2.1 come back later', ProviderError],
])('a reader refused with %s is refused for good only where another try is no use', async (refuse, kind) => {
  const sink = await startMailSink({ refuse })
  const error: unknown = await smtpMail({ url: sink.url, ...shop })
    .send(aMail('Hello'))
    .catch((thrown: unknown) => thrown)
  await sink.close()
  expect(error).toMatchObject({ message: expect.stringContaining(refuse) })
  expect((error as Error).name).toBe(kind.name)
})

test('the same mail twice, also at once, is one file of the outbox and one Message-ID', async () => {
  const mail = { ...aMail('Hello'), id: 'abc123' }
  const outbox = outboxMail({ dir: folder, clock: { now: () => new Date() } })
  await Promise.all([outbox.send(mail), outbox.send(mail), outbox.send({ ...mail, id: 'another' })])
  // As after a restart: a new instance without memory.
  await outboxMail({ dir: folder, clock: { now: () => new Date() } }).send(mail)
  expect(await listOutbox(folder)).toHaveLength(2)

  const sink = await startMailSink()
  for (const each of [mail, mail]) await smtpMail({ url: sink.url, ...shop }).send(each)
  await sink.close()
  const ids = sink.mails.map(({ raw }) => readMail(raw).headers.get('message-id'))
  expect(ids).toEqual(['<abc123@example.org>', '<abc123@example.org>'])
})

test('comes from the shop as it is called at that moment, on one line', async () => {
  const names = ['Paper Club', 'Ink & Sons\r\nBcc: other@example.org']
  const sink = await startMailSink()
  const port = smtpMail({ url: sink.url, from: shop.from, name: () => names.shift() ?? '' })
  for (const subject of ['One', 'Two']) await port.send(aMail(subject))
  await sink.close()
  const headers = sink.mails.map(({ raw }) => readMail(raw).headers)
  expect(headers.map((one) => one.get('from'))).toEqual([
    'Paper Club <shop@example.org>',
    '"Ink & Sons Bcc: other@example.org" <shop@example.org>',
  ])
  expect(headers.map((one) => one.get('bcc') ?? null)).toEqual([null, null])
  expect(sink.mails.flatMap(({ recipients }) => recipients)).not.toContain('other@example.org')
})
