import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const LIVE = {
  DOGEAR_MODE: 'live',
  PUBLIC_URL: 'https://books.example.org',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'books@example.org',
}
const SERVER = { DATABASE_URL: 'postgres://dogear@db.example.org/dogear' }

test('one process does everything unless told otherwise', () => {
  expect(readConfig({})).toMatchObject({ workers: 1, role: 'all', keysSecret: null })
  expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
})

test.each(['0', '65', '-1', 'two', '1.5', 'Auto'])('WORKERS=%s is a mistake', (WORKERS) => {
  expect(() => readConfig({ WORKERS })).toThrow(/^WORKERS: must be auto, or a whole number from 1 to 64$/m)
})

test('the connections of the embedded database are shared by all processes', () => {
  expect(() => readConfig({ WORKERS: '9', DATABASE_CONNECTIONS: '28' })).not.toThrow()
  expect(() => readConfig({ WORKERS: '9', DATABASE_CONNECTIONS: '40' })).toThrow(/must be at most 28/)
  expect(() => readConfig({ WORKERS: '9', DATABASE_CONNECTIONS: '40', ...SERVER })).not.toThrow()
  expect(() => readConfig({ WORKERS: '30' })).toThrow(/^WORKERS: are too many for the embedded database/m)
})

test('a role is for a live shop on a database that other instances reach', () => {
  expect(readConfig({ ...LIVE, ...SERVER, ROLE: 'web', WORKERS: '4' })).toMatchObject({ role: 'web', workers: 4 })
  expect(() => readConfig({ ROLE: 'web', ...SERVER })).toThrow(/^ROLE: the demo does everything/m)
  expect(() => readConfig({ ...LIVE, ROLE: 'jobs' })).toThrow(/^ROLE, DATABASE_URL: other instances/m)
  expect(() => readConfig({ ...LIVE, ...SERVER, ROLE: 'jobs', WORKERS: '2' })).toThrow(/^WORKERS: answer requests/m)
})

test('the secret of the keys is long, and a secret', () => {
  expect(() => readConfig({ KEYS_SECRET: 'too-short-for-that' })).toThrow(/^KEYS_SECRET: must be at least 32/m)
  const KEYS_SECRET = 'a'.repeat(48)
  expect(readConfig({ KEYS_SECRET }).secrets).toContain(KEYS_SECRET)
})
