import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailSink } from '#tests/port-suites/mail-sink.ts'
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
const letter = (subject: string) => ({ to: { name: 'Ann', address: 'ann@example.org' }, subject, text: 'Hello' })
const from = { name: 'Dogear', address: 'shop@example.org' }

test('an outbox that was never written to is empty', async () => {
  expect(await listOutbox(path.join(folder, 'none'))).toEqual([])
})

test('its files are for the program’s own user alone', async () => {
  const dir = path.join(folder, 'outbox')
  await outboxMail({ dir, clock: { now: () => new Date() } }).send(letter('Hello'))
  const [file = ''] = await readdir(dir)
  expect((await stat(path.join(dir, file))).mode & 0o777).toBe(0o600)
})

test('the newest 500 stay, newest first, within one moment by their order', async () => {
  const outbox = outboxMail({ dir: folder, clock: { now: () => new Date('2026-03-01T12:00:00Z') } })
  for (let turn = 0; turn < 503; turn++) await outbox.send(letter(`Mail ${turn}`))
  const mails = await listOutbox(folder)
  expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 500 }, (_, turn) => `Mail ${502 - turn}`))
  expect(mails[0]?.sentAt).toBe('2026-03-01T12:00:00.000Z')
})

test('other files in the folder are left alone', async () => {
  await writeFile(path.join(folder, 'notes.json'), 'mine')
  await writeFile(path.join(folder, '000-half.part'), '{')
  expect(await listOutbox(folder)).toEqual([])
})

test('a mail that nobody takes is an error', async () => {
  const sink = await startMailSink({ refuse: true })
  await expect(smtpMail({ url: sink.url, from }).send(letter('Hello'))).rejects.toThrow(/550/)
  await sink.close()
  await expect(smtpMail({ url: sink.url, from }).send(letter('Hello'))).rejects.toThrow(/ECONNREFUSED/)
})
