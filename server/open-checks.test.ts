import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HealthCheckName } from '#contract/settings/health-checks.ts'
import { readConfig } from '#server/config.ts'
import { freePort } from '#server/database/embedded/free-port.ts'
import { afterwards, aFolder } from '#tests/kit/afterwards.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { startFirebaseServer } from '#tests/port-suites/firebase-server.ts'
import { IMGBB_KEY, startImgbb } from '#tests/port-suites/imgbb-server.ts'
import { readMail, startMailSink } from '#tests/port-suites/mail-sink.ts'
import { startS3 } from '#tests/port-suites/s3-server.ts'
import { reportLines } from './doctor/report-words.ts'
import { runChecks } from './doctor/run-checks.ts'
import { explainFailure } from './explain-failure.ts'
import { openChecks, type Examined } from './open-checks.ts'
import { skipped } from './ports/finding.ts'
import { examineOpenId } from './providers/embedded-identity/examine-open-id.ts'
import { examineFirebase } from './providers/firebase/examine-firebase.ts'
import { openBucket } from './providers/s3/bucket.ts'
import { claimBucket } from './providers/s3/claim-bucket.ts'
import { secretGuard } from './secrets/secret-guard.ts'
import { shopSecrets } from './secrets/shop-secrets.ts'

/** The report of one check of a shop with these settings; fails where it has a secret of theirs. */
async function reportOf(name: HealthCheckName, env: Record<string, string>, more: Partial<Examined> = {}) {
  const config = readConfig({ DATA_DIR: '/nowhere/of-the-doctor', ...env })
  const database = skipped('The tests ask no database.')
  const places = { readTxt: async () => [], ...more.places }
  const checks = openChecks(config, { database, ...more, places })
  const check = checks.find((one) => one.name === name)!
  const { hide } = secretGuard(config.secrets)
  const [report] = await Promise.all(runChecks([check], { hide, explain: explainFailure }))
  const text = reportLines(report!)
  for (const secret of config.secrets) expect(text).not.toContain(secret)
  return { state: report!.state, text, findings: report!.findings }
}

test('settings: what is set is named, and what is near one of ours', async () => {
  const { state, text } = await reportOf('settings', { DOGEAR_NMAE: 'x', PORT: '4100' })
  expect(state).toBe('warning')
  expect(text).toContain('A demo at http://localhost:4100')
  expect(text).toContain('DOGEAR_NMAE: is no setting, and has no effect; DOGEAR_NAME is one')
})

describe('emails', () => {
  const PASSWORD = 'the password of the mail server'
  const withMail = (url: string) => ({
    SMTP_URL: url.replace('//', `//shop:${encodeURIComponent(PASSWORD)}@`),
    MAIL_FROM: 'shop@example.org',
  })

  test('a server that lets the shop in is well; a test email goes out only where asked for', async () => {
    const sink = await startMailSink({ says: { AUTH: '235 2.7.0 welcome' } })
    onTestFinished(sink.close)
    const env = withMail(`${sink.url}?requireTLS=false`)
    const { text } = await reportOf('emails', env)
    expect(text).toContain('accepts the user name and password. Emails come from shop@example.org.')
    expect(sink.mails).toEqual([])
    const sent = await reportOf('emails', env, { sendTo: 'ann@example.org' })
    expect(sent.text).toContain('A test email went to ann@example.org; the server said: 250 2.0.0 Ok: queued as 4F2A')
    expect(sink.mails.map(({ recipients }) => recipients)).toEqual([['ann@example.org']])
    expect(readMail(sink.mails[0]!.raw).headers.get('subject')).toBe('A test email of Dogear')
  })

  test('a port where nothing listens, a wrong password and a refused test email have the server’s words', async () => {
    const closed = await reportOf('emails', withMail(`smtp://127.0.0.1:${await freePort()}`))
    expect(closed).toMatchObject({ state: 'fault' })
    expect(closed.text).toMatch(/can’t be used: .*ECONNREFUSED.*\n *What to do: No mail server listens there/)
    const sent = Buffer.from(`\0shop\0${PASSWORD}`).toString('base64')
    const strict = await startMailSink({ says: { AUTH: `535 5.7.8 no: ${sent}` } })
    onTestFinished(strict.close)
    const refused = await reportOf('emails', withMail(strict.url))
    expect(refused.text).toContain('can’t be used: ')
    expect(refused.text).toContain('535 5.7.8 no: …')
    expect(refused.text).not.toContain(sent)
    const picky = await startMailSink({ says: { AUTH: '235 2.7.0 welcome', RCPT: '550 5.1.1 no such person' } })
    onTestFinished(picky.close)
    const failed = await reportOf('emails', withMail(picky.url), { sendTo: 'nobody@example.org' })
    expect(failed).toMatchObject({ state: 'fault' })
    expect(failed.text).toContain('The test email to nobody@example.org was refused: 550 5.1.1 no such person')
  })
})

describe('cards', () => {
  const env = {
    STRIPE_SECRET_KEY: 'sk_test_of_the_doctor_0123456789',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_doctor_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_doctor_0123456789',
    PUBLIC_URL: 'http://localhost:4000',
  }
  const EVENTS = 'http://localhost:4000/api/payment-events'
  type Answers = Record<string, object>
  const WELL: Answers = {
    '/v1/balance': { object: 'balance', livemode: false, available: [], pending: [] },
    '/v1/account': {
      object: 'account',
      id: 'acct_1',
      charges_enabled: true,
      default_currency: 'usd',
      settings: { dashboard: { display_name: 'The Club' } },
    },
    '/v1/webhook_endpoints': {
      object: 'list',
      has_more: false,
      data: [{ object: 'webhook_endpoint', url: EVENTS, status: 'enabled', enabled_events: ['*'] }],
    },
  }

  async function stripe(answers: Answers) {
    const server = createServer((request, response) => {
      const found = answers[new URL(request.url ?? '/', 'http://localhost').pathname]
      const { status = 200, ...body } = (found ?? { status: 404, error: { message: 'none' } }) as { status?: number }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    afterwards(async () => void server.close())
    return () => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  const cardsWith = async (answers: Answers) =>
    reportOf('cards', env, { places: { stripe: await stripe({ ...WELL, ...answers }) } })
  const webhook = (more: object) => ({
    '/v1/webhook_endpoints': {
      object: 'list',
      has_more: false,
      data: [{ object: 'webhook_endpoint', url: EVENTS, status: 'enabled', enabled_events: ['*'], ...more }],
    },
  })

  test('a key that Stripe takes has its mode, its account and its webhook told', async () => {
    const { state, text } = await cardsWith({})
    expect(state).toBe('ok')
    expect(text).toContain('Stripe takes the key, which is of the test mode.')
    expect(text).toContain('The account The Club can be paid.')
    expect(text).toContain(`Its webhook sends all that is needed to ${EVENTS}.`)
  })

  test.each<[what: string, answers: Answers, state: string, says: string]>([
    [
      'a wrong key',
      { '/v1/balance': { status: 401, error: { message: `Invalid API Key provided: ${env.STRIPE_SECRET_KEY}` } } },
      'fault',
      'Stripe says: Invalid API Key provided: [hidden]',
    ],
    [
      'an account that isn’t active',
      { '/v1/account': { ...WELL['/v1/account'], charges_enabled: false } },
      'fault',
      'can’t be paid yet',
    ],
    [
      'another currency',
      { '/v1/account': { ...WELL['/v1/account'], default_currency: 'eur' } },
      'warning',
      'Prices are in USD, and the account settles in EUR',
    ],
    [
      'a restricted key',
      { '/v1/webhook_endpoints': { status: 403, error: { message: 'needs rak_webhook_read' } } },
      'ok',
      'The key may not read webhooks: needs rak_webhook_read',
    ],
    [
      'a webhook elsewhere',
      webhook({ url: 'https://old.example.org/x' }),
      'warning',
      'those that it has lead to old.example.org',
    ],
    ['a webhook that is off', webhook({ status: 'disabled' }), 'fault', 'is disabled'],
    [
      'a webhook without chargebacks',
      webhook({ enabled_events: ['payment_intent.succeeded', 'charge.refunded'] }),
      'warning',
      'charge.dispute.created',
    ],
  ])('%s is told', async (_what, answers, state, says) => {
    const found = await cardsWith(answers)
    expect(found.state).toBe(state)
    expect(found.text).toContain(says)
  })

  test('the simulator says that it is the demo’s', async () => {
    expect((await reportOf('cards', {})).text).toContain('The demo’s simulator stands in')
  })
})

describe('sign-in', () => {
  const provider = {
    slot: 'oidc' as const,
    name: 'The Campus',
    clientId: 'dogear',
    clientSecret: 'the secret of the client',
    choosesAccount: false,
    trustsEmail: false,
  }

  test('a provider of OpenID Connect that is away is a fault, with the reason; one that answers is well', async () => {
    const issuer = `http://127.0.0.1:${await freePort()}`
    const env = {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: provider.name,
    }
    const away = await reportOf('sign-in', env)
    expect(away.state).toBe('fault')
    expect(away.text).toContain(`The Campus (${issuer}) can’t be asked: ECONNREFUSED.`)
    const campus = createServer((_request, response) => response.end(JSON.stringify({ issuer: there() })))
    const there = () => `http://127.0.0.1:${(campus.address() as AddressInfo).port}`
    await new Promise<void>((resolve) => campus.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => void campus.close())
    expect(await examineOpenId({ ...provider, issuer: there() }, 'https://shop/callback')).toMatchObject([
      { state: 'ok', found: expect.stringContaining('The way back to register there is https://shop/callback.') },
    ])
  })

  test('a Firebase project is asked for by its key, with Google’s keys and the service account', async () => {
    const clock = testClock()
    const { projectId, serviceAccount, at, keys, close } = await startFirebaseServer(clock)
    onTestFinished(close)
    const project = { projectId, serviceAccount, apiKey: 'AIza-the-key', authDomain: 'x', appId: 'x', emulator: null }
    const ask = (more: Partial<typeof at> = {}) =>
      examineFirebase({ project, publicUrl: 'https://books.example.org', clock, at: { ...at, ...more } })
    const domains = createServer((_request, response) =>
      response.end(JSON.stringify({ authorizedDomains: ['localhost'] })),
    )
    await new Promise<void>((resolve) => domains.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => void domains.close())
    const identityToolkit = `http://127.0.0.1:${(domains.address() as AddressInfo).port}`
    expect(await ask({ identityToolkit })).toMatchObject([
      { state: 'ok' },
      { state: 'fault', found: expect.stringContaining('sign in from books.example.org; it knows localhost.') },
      { state: 'ok', found: 'Google’s keys of ID tokens can be read.' },
      { state: 'ok', found: expect.stringContaining(serviceAccount.clientEmail) },
    ])
    keys.isDown = true
    const faults = await ask({ identityToolkit: 'http://127.0.0.1:1', accessTokens: `${at.keys}/none` })
    expect(faults.map(({ state }) => state)).toEqual(['fault', 'fault', 'fault'])
    expect(JSON.stringify(faults)).not.toContain('AIza-the-key')
  })
})

describe('pictures', () => {
  test('one is written, read and removed at the store in force, and nothing of it stays', async () => {
    const store = await startS3()
    onTestFinished(store.close)
    const { state, text } = await reportOf('pictures', store.env)
    expect([state, text]).toEqual(['ok', expect.stringContaining('A picture was written to the object store at')])
    expect(text).toContain('has no mark yet')
    expect([...store.objects.keys()]).toEqual([])
    const wrong = await reportOf('pictures', { ...store.env, S3_SECRET_ACCESS_KEY: 'another secret of the key' })
    expect(wrong.state).toBe('fault')
    expect(wrong.text).toContain('SignatureDoesNotMatch')
    store.fill(true)
    expect((await reportOf('pictures', store.env)).text).toContain('QuotaExceeded')
  })

  test('a bucket with another shop’s mark is a fault, and nothing is written there', async () => {
    const store = await startS3()
    onTestFinished(store.close)
    const DATA_DIR = await aFolder()
    const { shopId } = await shopSecrets(DATA_DIR)
    const bucket = openBucket(store.settings)
    expect(await claimBucket(bucket, shopId)).toBe(true)
    expect((await reportOf('pictures', { ...store.env, DATA_DIR })).text).toContain('has this shop’s mark')
    const another = await reportOf('pictures', { ...store.env, DATA_DIR: await aFolder() })
    expect([another.state, another.text]).toEqual(['fault', expect.stringContaining('and there is none here yet')])
    await bucket.put('dogear-shop', Buffer.from('another'), {})
    expect((await reportOf('pictures', { ...store.env, DATA_DIR })).text).toContain('is marked as another shop’s')
    expect([...store.objects.keys()]).toHaveLength(1)
  })

  test('the disk’s folder is left to the shop’s own user to make', async () => {
    const dataDir = await aFolder()
    expect((await reportOf('pictures', { DATA_DIR: dataDir })).state).toBe('skipped')
    expect(await readdir(dataDir)).toEqual([])
    await mkdir(path.join(dataDir, 'images'))
    expect((await reportOf('pictures', { DATA_DIR: dataDir })).state).toBe('ok')
    expect(await readdir(path.join(dataDir, 'images'))).toEqual([])
  })

  test('at imgbb none is written, since it could not be removed; the key is tried', async () => {
    const host = await startImgbb()
    onTestFinished(host.close)
    const ask = (key: string) => reportOf('pictures', { IMGBB_API_KEY: key }, { places: { imgbb: host.places } })
    const right = await ask(IMGBB_KEY)
    expect([right.state, right.text]).toEqual([
      'skipped',
      expect.stringContaining('takes the key. No picture was uploaded'),
    ])
    expect(host.pictures.size).toBe(0)
    expect(await ask('f'.repeat(32))).toMatchObject({
      state: 'fault',
      text: expect.stringContaining('Invalid API v1 key.'),
    })
    host.answers(host.rateLimited)
    expect((await ask(IMGBB_KEY)).state).toBe('warning')
  })
})
