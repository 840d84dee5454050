import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { aBook, anAccount } from '#tests/kit/accounts-and-books.ts'
import { anOrder, openPayment } from '#tests/kit/paying.ts'
import { askIdentity } from '#tests/kit/proven-account.ts'
import { startRenderedShop } from '#tests/kit/rendered-shop.ts'
import { askForExport } from '#server/exports/ask-for-export.ts'
import { makeExport } from '#server/exports/make-export.ts'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { unzip } from '#tests/kit/unzip.ts'
import { loggerOptions } from '#server/http/log.ts'

// As long as real ones. None of them may leave by any wire.
const secrets = {
  STRIPE_SECRET_KEY: 'sk_test_51Nobodys0123456789abcdefghij',
  STRIPE_WEBHOOK_SECRET: 'whsec_Nobodys0123456789abcdefghijklm',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-nobodys0123456789abcdef',
}
const passwords = { database: 'db-pass/word-0123456789', smtp: 'smtp-pass"word-0123456789' }
const env = {
  ...secrets,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51Nobodys0123456789abcdefghij',
  GOOGLE_CLIENT_ID: 'nobody.apps.googleusercontent.com',
  DATABASE_URL: `postgres://club:${encodeURIComponent(passwords.database)}@localhost/club`,
}
const hidden = [...Object.values(secrets), ...Object.values(passwords)]
const LOOKS_SECRET = /\b(?:sk|rk)_(?:test|live)_|\bwhsec_|GOCSPX-/

/** Leaks by mistake; a member's words look like a key and are none. */
const leaks = (app: FastifyInstance) => {
  app.get('/api/leak', async () => ({ at: [secrets.STRIPE_SECRET_KEY] }))
  app.get('/api/leaked-file', async (_request, reply) =>
    reply.type('text/plain').send(Buffer.from(`whsec: ${secrets.STRIPE_WEBHOOK_SECRET}.`)),
  )
}

const shop = await startRenderedShop({ env, plugins: [leaks] })
const { services, send } = shop

test('no page, answer, error, email or export holds a key or password of the settings', async () => {
  const seller = await anAccount(services, 'seller')
  const order = await anOrder(shop, { seller })
  const { token } = await anAccount(services, 'admin')
  const book = await aBook(services, seller)
  await askForExport(services, seller)
  const { rows } = await shop.database.pool.query<{ id: string }>('SELECT id FROM exports')
  await makeExport(services, rows[0]!.id)
  const { json } = await send('POST', '/api/account/export/open', { token: seller.token })
  const zip = Buffer.from(await (await fetch(shop.origin + json.address)).arrayBuffer())

  const pages = `/ /login /blogs /advertise/${book} /terms /nowhere /dashboard /robots.txt /manifest.webmanifest`
  const calls = `config openapi.json docs nothing outbox ready all-books advertise/nothing identity/nothing`
  const asked = [...pages.split(' '), ...calls.split(' ').map((call) => `/api/${call}`)]
  const answers = await Promise.all(asked.map((address) => send('GET', address)))
  answers.push(
    ...(await Promise.all(
      ['/api/settings', '/api/settings/checklist', '/api/my-orders'].map((one) => send('GET', one, { token })),
    )),
    await openPayment(shop, order),
    await send('POST', '/api/payment-events', {
      body: { type: 'made up' },
      headers: { 'stripe-signature': 't=1,v1=0' },
    }),
    await askIdentity(shop, 'sign-in/social', { provider: 'google' }),
  )
  const texts = [
    ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
    ...Object.values(unzip(zip)).map(String),
    ...shop.logged,
  ]
  expect(answers[0]!.text).toContain(env.STRIPE_PUBLISHABLE_KEY)
  expect(texts.filter((text) => LOOKS_SECRET.test(text) || hidden.some((one) => text.includes(one)))).toEqual([])
})

test('an answer or email that would hold one is withheld; words of members that only look like one are not', async () => {
  for (const address of ['/api/leak', '/api/leaked-file']) {
    const { status, text, json } = await send('GET', address)
    expect([address, status, json.code]).toEqual([address, 500, 'internal'])
    expect(text).not.toMatch(LOOKS_SECRET)
  }
  const mail = { to: { name: 'Ada', address: 'ada@example.org' }, subject: 'Hello', text: 'Your key: ', html: '' }
  for (const form of ['text', 'html'] as const)
    await expect(services.mail.send({ ...mail, [form]: secrets.GOOGLE_CLIENT_SECRET })).rejects.toThrow(
      /^An email held a secret of the settings\.$/,
    )
  await services.mail.send({ ...mail, text: `${mail.text}sk_test_of_somebody` })
  const book = await aBook(services, await anAccount(services, 'seller'), { title: 'What sk_live_51 means' })
  expect((await send('GET', `/advertise/${book}`)).text).toContain('What sk_live_51 means')
})

test('a shop whose browsers would be shown a secret key isn’t opened', async () => {
  const config = readConfig({ ...env, DATA_DIR: shop.dataDir })
  const swapped = { ...config, cards: { ...config.cards, publishableKey: secrets.STRIPE_SECRET_KEY as `pk_${string}` } }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  await expect(openShop(swapped, { connection: shop.database, log })).rejects.toThrow('no publishable key')
})

test('no line of the log holds one, nor what only looks like one', async () => {
  const config = readConfig({
    ...env,
    SMTP_URL: `smtp://u:${encodeURIComponent(passwords.smtp)}@m`,
    MAIL_FROM: 'a@b.co',
  })
  const lines = new PassThrough()
  const log = pino(loggerOptions({ ...config, logLevel: 'info' }), lines)
  log.error({ err: new Error(`Invalid API Key provided: rk_live_********4711; ${env.DATABASE_URL}`) }, hidden.join(' '))
  log.info({ deep: { url: env.DATABASE_URL, own: [passwords.smtp] } }, 'smtps://somebody:short@mail.example.org')
  const written = String(lines.read())
  for (const secret of [...hidden, encodeURIComponent(passwords.database), 'somebody:short', '4711', 'smtp-pass'])
    expect(written).not.toContain(secret)
  for (const line of written.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg')
})
