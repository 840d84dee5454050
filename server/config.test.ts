import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://books.example.org/',
  SMTP_URL: 'smtps://u:p@mail.example.org',
  MAIL_FROM: 'books@example.org',
}

test('no settings at all give the demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'demo',
    host: 'localhost',
    port: 4000,
    publicUrl: 'http://localhost:4000',
    allowedOrigins: ['http://localhost:4000', 'http://127.0.0.1:4000'],
    database: { kind: 'embedded' },
    cards: { kind: 'simulator' },
    mail: { kind: 'outbox' },
    currency: 'USD',
    holdSeconds: 48 * 3600,
    trustProxy: false,
  })
})

describe('production', () => {
  test('has no test providers', () => {
    expect(readConfig(production)).toMatchObject({
      mode: 'production',
      publicUrl: 'https://books.example.org',
      allowedOrigins: ['https://books.example.org'],
      cards: { kind: 'off' },
      identity: { google: { kind: 'off' } },
      mail: { kind: 'smtp' },
    })
  })

  test('says all that is missing at once', () => {
    expect(() => readConfig({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(
      /PUBLIC_URL[\s\S]*SMTP_URL[\s\S]*RATE_LIMITS/,
    )
  })
})

test('half of a provider is no provider', () => {
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(
    /STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: missing/,
  )
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'x' })).toThrow(/GOOGLE_CLIENT_SECRET: missing/)
})

test.each([
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['HOLD_HOURS', '-1'],
  ['CURRENCY', 'dollars'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'books.example.org'],
  ['CATALOGUE_PUBLIC', 'maybe'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `))
})

test('an empty setting counts as none, and a hold may be seconds long', () => {
  expect(readConfig({ PORT: '', HOLD_HOURS: '0.001389' })).toMatchObject({
    port: 4000,
    holdSeconds: expect.closeTo(5, 1),
  })
})

test.each(['README.md', '.env.example'])('%s names every setting', (file) => {
  const settings = [...readFileSync('server/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)].map(
    ([, name = '']) => name,
  )
  expect(settings.length).toBeGreaterThan(20)
  const text = readFileSync(file, 'utf8')
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})
