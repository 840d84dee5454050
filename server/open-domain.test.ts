import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { aProvenAccount } from '#tests/kit/proven-account.ts'
import { startTestServer } from '#tests/kit/test-server.ts'
import { moveEvents, planDomain } from './open-domain.ts'
import { ok } from './ports/finding.ts'

const [OLD, NEW] = ['https://old.example.org', 'https://new.example.org']
const EVENTS = '/api/payment-events'

/** Stripe's list of webhooks, which may be given other addresses; or its refusal. */
async function aStripe(urls: string[], refusal?: string) {
  const endpoints = urls.map((url, at) => ({ object: 'webhook_endpoint', id: `we_${at}`, url, status: 'enabled' }))
  const server = createServer((request, response) => {
    const answer = async () => {
      if (refusal) return { status: 403, error: { message: refusal } }
      const one = endpoints.find(({ id }) => request.url === `/v1/webhook_endpoints/${id}`)
      if (!one) return { object: 'list', has_more: false, data: endpoints }
      one.url = new URLSearchParams(await text(request)).get('url')!
      return one
    }
    void answer().then(({ status = 200, ...body }: { status?: number | string }) =>
      response
        .writeHead(typeof status === 'number' ? status : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterwards(async () => void server.close())
  return { endpoints, at: () => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) }
}

const SECRETS = { STRIPE_SECRET_KEY: 'sk_test_of_the_old_shop', STRIPE_WEBHOOK_SECRET: 'whsec_of_the_old_shop' }
const configWith = (more: Record<string, string> = {}) =>
  readConfig({
    DOGEAR_MODE: 'live',
    PUBLIC_URL: OLD,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'b@old.example.org',
    ...more,
  })
const withCards = { ...SECRETS, STRIPE_PUBLISHABLE_KEY: 'pk_test_x', DOGEAR_MODE: 'demo', DEMO_IN_PUBLIC: 'yes' }

const shop = await startTestServer({ pages: { 'terms.md': '# Terms\n\nOf https://old.example.org.\n' } })
const plan = async (to: string, more: Record<string, string> = {}, stripe?: () => URL) => {
  const config = configWith({ DATA_DIR: shop.dataDir, ...more })
  const findings = await planDomain(config, to, {
    database: { db: shop.services.db, pool: shop.database.pool },
    leads: ok('It leads here.'),
    stripe,
  })
  return findings.map(({ state, found, advice }) => `${state}: ${found} ${advice}`.trim())
}

test('a plan names what changes with this shop’s own values, and what is to be done', async () => {
  const { identityId } = await aProvenAccount(shop, 'buyer')
  await shop.database.pool.query(
    `INSERT INTO identity.passkey (id, "userId", "credentialId", "publicKey", counter, transports, name, "createdAt")
     VALUES ('one', $1, 'one', '', 0, '', 'Phone', now())`,
    [identityId],
  )
  const google = { GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'secret' }
  const lines = await plan(NEW, { ...google, FORMER_URLS: 'https://oldest.example.org' })
  const has = (words: string) => expect(lines).toContainEqual(expect.stringContaining(words))
  has(`Set PUBLIC_URL=${NEW} and FORMER_URLS=https://oldest.example.org,${OLD} there`)
  has(`lead to https://oldest.example.org, ${OLD}. Pages there send people on (308)`)
  has('ok: Everybody signs in again (1 session)')
  has('warning: 1 passkey of 1 person can only be used at old.example.org.')
  has(`Register ${NEW}/api/identity/callback/google there as well.`)
  has('ok: Emails go on coming from b@old.example.org.')
  has('terms.md')
  has('skipped: No card provider sends events.')
})

test('to another port of the same host passkeys go on; from a shop that is there already little is left', async () => {
  expect(await plan(`${OLD}:8443`)).toContainEqual(expect.stringContaining('ok: Passkeys go on working'))
  const there = await plan(OLD, { FORMER_URLS: NEW })
  expect(there).toContainEqual(`ok: The shop’s address is ${OLD}.`)
  expect(there.join('\n')).not.toMatch(/signs in again|passkey/)
})

test('card events at the former address are given the new one, at Stripe too, and once is enough', async () => {
  const elsewhere = 'https://another.example.org/hook'
  const { endpoints, at } = await aStripe([`${OLD}${EVENTS}`, elsewhere])
  expect(await plan(NEW, withCards, at)).toContainEqual(
    expect.stringContaining(`warning: Stripe sends its events to ${OLD}${EVENTS}. They are taken there as well`),
  )
  expect(endpoints.map(({ url }) => url)).toEqual([`${OLD}${EVENTS}`, elsewhere])
  const config = configWith(withCards)
  const moved = {
    state: 'ok',
    found: `Stripe sends its events to ${NEW}${EVENTS} now; the signing secret is the same.`,
  }
  expect(await moveEvents(config, NEW, at)).toMatchObject(moved)
  expect(endpoints.map(({ url }) => url)).toEqual([`${NEW}${EVENTS}`, elsewhere])
  expect(await moveEvents(config, NEW, at)).toMatchObject({
    state: 'ok',
    found: `Stripe sends its events to ${NEW}${EVENTS}.`,
  })
  expect(await moveEvents(configWith(), NEW)).toBeNull()
})

test('a key without the right says what to do by hand, and is not shown', async () => {
  const { at } = await aStripe([], 'The key needs rak_webhook_write')
  const refused = await moveEvents(configWith(withCards), NEW, at)
  expect(refused).toMatchObject({
    state: 'warning',
    found: 'Stripe says of its webhooks: The key needs rak_webhook_write',
    advice: expect.stringContaining(`It is ${NEW}${EVENTS}.`),
  })
  expect(JSON.stringify(refused)).not.toContain(SECRETS.STRIPE_SECRET_KEY)
})
