import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/duration.ts'
import { backupName } from '#server/backup/backup-folder.ts'
import { readConfig } from '#server/config.ts'
import { aFolder } from '#tests/kit/afterwards.ts'
import { anOrder } from '#tests/kit/paying.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { noticesReader, type NoticeSources } from './read-notices.ts'

const server = await startTestServer()
const { services, clock } = server
const { pool } = server.database
const anHour = (ago: number) => new Date(clock.now().getTime() - ago * HOUR_MS)

async function noticesOf(given: Partial<NoticeSources['config']>, more: Partial<NoticeSources> = {}) {
  const config = { ...readConfig({ DATA_DIR: await aFolder() }), ...given }
  return (await noticesReader({ services, config, ...more }, { freshMs: 0 })()).filter(({ kind }) => kind !== 'disk')
}

test('a demo without backups has none', async () => {
  expect(await noticesOf({})).toEqual([])
})

test('emails that fail are told, with since when', async () => {
  const since = anHour(2)
  expect(await noticesOf({}, { mailFailingSince: () => since })).toMatchObject([
    { kind: 'mail', since, found: 'Emails don’t get through.' },
  ])
  expect(await noticesOf({}, { mailFailingSince: () => null })).toEqual([])
})

test('backups are told where a live shop takes none, and where the newest is late', async () => {
  expect(await noticesOf({ mode: 'live' })).toMatchObject([
    { kind: 'backups', advice: expect.stringContaining('BACKUP_DIR') },
  ])
  const dir = await aFolder()
  const backups = { dir, everyMs: 24 * HOUR_MS, keep: 7, trialEveryMs: null }
  expect(await noticesOf({ mode: 'live', backups })).toMatchObject([{ found: expect.stringContaining('no backup in') }])
  await writeFile(path.join(dir, backupName(anHour(40))), 'x')
  expect(await noticesOf({ mode: 'live', backups })).toMatchObject([{ found: expect.stringContaining('40 hours ago') }])
  await writeFile(path.join(dir, backupName(anHour(20))), 'x')
  expect(await noticesOf({ mode: 'live', backups })).toEqual([])
})

test('a webhook is silent where a payment came without an event, ten minutes ago; since the last event', async () => {
  const order = await anOrder(server)
  const cards = { kind: 'stripe' } as NoticeSources['config']['cards']
  const payment = (at: Date) =>
    pool.query(
      `INSERT INTO payments (order_id, intent_id, amount, currency, recorded_at) VALUES ($1, $2, 1, 'USD', $3)`,
      [order.id, crypto.randomUUID(), at],
    )
  expect(await noticesOf({ cards })).toEqual([])
  await payment(anHour(1))
  expect(await noticesOf({ cards })).toMatchObject([{ kind: 'webhook', since: anHour(1) }])
  await pool.query(`INSERT INTO payment_events (id, type, received_at) VALUES ('evt_1', 'x', $1)`, [anHour(1)])
  expect(await noticesOf({ cards })).toEqual([])
  await payment(clock.now())
  expect(await noticesOf({ cards })).toEqual([])
  clock.advance(3600)
  expect(await noticesOf({ cards })).toMatchObject([
    { found: expect.stringContaining('2 hours ago, and a card payment') },
  ])
  expect(await noticesOf({})).toEqual([])
})
