import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDeclared } from '#tests/kit/declared/open-declared.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { until } from '#tests/kit/until.ts'
import { startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'

// Sellers' accounts, transfers and their events, held to what Stripe's packages declare as everything else is.

const declared = openDeclared()
const clock = testClock()
const simulator = await startCardSimulator({ clock })
const { sdk } = simulator
afterAll(() => declared.close())

let faults: string[]
beforeEach(() => void (faults = []))
/** Notes where an answer differs from what is declared. */
function held<T extends object>(body: T): T {
  const wire = JSON.parse(JSON.stringify(body)) as Wire
  const items = wire['object'] === 'list' ? (wire['data'] as Wire[]) : []
  for (const each of [wire, ...items]) faults.push(...declared.faults(each, each['object'] as 'transfer'))
  return body
}

const responsibilities = { fees_collector: 'application', losses_collector: 'application' } as const
const anAccount = () =>
  sdk.v2.core.accounts.create({
    contact_email: 'ann@example.org',
    dashboard: 'express',
    defaults: { currency: 'usd', responsibilities },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    metadata: { sellerId: '7' },
    include: ['configuration.recipient', 'defaults', 'requirements'],
  })
const look = async (id: string) =>
  held(await sdk.v2.core.accounts.retrieve(id, { include: ['configuration.recipient', 'requirements'] }))
const aLink = (account: string) =>
  sdk.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: 'http://shop.test/again', return_url: 'http://shop.test/back' },
    },
  })
const pageOf = (url: string) => `${simulator.origin()}${new URL(url).pathname}`
const choose = (url: string, outcome: string) =>
  fetch(pageOf(url), { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
async function aReadyAccount(outcome = 'accepted') {
  const { id } = await anAccount()
  await choose((await aLink(id)).url, outcome)
  return id
}
const aCharge = async () =>
  (
    await simulator.shop('POST', '/payment_intents', {
      amount: '1250',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
    })
  ).body['latest_charge'] as string

describe('an account', () => {
  test('begins without anything, and is as its seller answers', async () => {
    const account = held(await anAccount())
    expect(account).toMatchObject({ contact_email: 'ann@example.org', requirements: { entries: [{}] } })
    for (const [outcome, status] of [
      ['incomplete', 'restricted'],
      ['refused', 'unsupported'],
      ['accepted', 'active'],
    ] as const) {
      const link = held(await aLink(account.id))
      await choose(link.url, outcome)
      const { configuration, requirements } = await look(account.id)
      expect(configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status).toBe(status)
      expect(requirements?.entries).toHaveLength(outcome === 'incomplete' ? 1 : 0)
    }
    expect(held(await sdk.v2.core.accounts.retrieve(account.id))).not.toHaveProperty('configuration')
    expect(faults).toEqual([])
  })

  test('tells the shop by thin events, at once and when its check is over', async () => {
    const since = simulator.received.length
    const account = await aReadyAccount('checked')
    const told = () =>
      simulator.received
        .slice(since)
        .filter(({ rawBody }) => rawBody.includes(account) && rawBody.includes('"object":"v2.core.event"'))
        .filter(({ rawBody }) => !rawBody.includes('account.created'))
    await until(() => told().length === 2)
    clock.advance(11)
    // Any call wakes the deliveries.
    await anAccount()
    await until(() => told().length === 4)
    for (const { rawBody } of told()) held(JSON.parse(rawBody.toString()) as object)
    const { rawBody, signature } = told().at(-1)!
    expect(simulator.cards.verifyEvent(rawBody, signature)).toMatchObject({
      subject: { kind: 'recipient', id: account },
    })
    expect(faults).toEqual([])
  })

  test.each([
    ['no responsibilities', { defaults: {} }],
    ['no capability', { configuration: {} }],
    ['another dashboard', { dashboard: 'full' as const }],
  ])('with %s is refused', async (_what, given) => {
    const asked = {
      contact_email: 'ann@example.org',
      defaults: { responsibilities },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    }
    await expect(sdk.v2.core.accounts.create({ ...asked, ...given })).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('the page that asks a seller', () => {
  test('says that it is a test, and whom it is for', async () => {
    const { url } = await aLink((await anAccount()).id)
    const page = await (await fetch(pageOf(url))).text()
    expect(page).toContain('Test bank: no real money moves.')
    expect(page).toContain('Paper &amp; &lt;Ink&gt;')
  })

  test('leads back for a new address once it was used, or after five minutes', async () => {
    const { id } = await anAccount()
    const { url } = await aLink(id)
    expect((await choose(url, 'strange')).headers.get('location')).toBe('http://shop.test/again')
    clock.advance(301)
    const late = await fetch(pageOf(url), { redirect: 'manual' })
    expect(late.headers.get('location')).toBe('http://shop.test/again')
    expect((await fetch(`${simulator.origin()}/api/card-simulator/onboarding/onb_none`)).status).toBe(404)
  })

  test('leads to addresses of the shop alone', async () => {
    const account = (await anAccount()).id
    const elsewhere = { refresh_url: 'https://evil.example', return_url: 'https://evil.example' }
    const use_case = { type: 'account_onboarding', account_onboarding: elsewhere }
    await expect(sdk.v2.core.accountLinks.create({ account, use_case })).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('a transfer', () => {
  test('and its reversals, the balance and what a bank sends back are as declared', async () => {
    const destination = await aReadyAccount('bank_refuses')
    const before = held(await sdk.balance.retrieve()).pending
    const asked = {
      amount: 1250,
      currency: 'usd',
      destination,
      transfer_group: 'order-7',
      metadata: { transferId: '1' },
    }
    const { id } = held(await sdk.transfers.create({ ...asked, source_transaction: await aCharge() }))
    held(await sdk.transfers.createReversal(id, { amount: 250 }))
    held(await sdk.transfers.listReversals(id))
    expect(held(await sdk.transfers.list({ transfer_group: 'order-7' })).data).toMatchObject([
      { id, amount_reversed: 250, reversed: false, reversals: { data: [{ amount: 250 }] } },
    ])
    clock.advance(11)
    expect(held(await sdk.payouts.list({}, { stripeAccount: destination })).data).toMatchObject([{ status: 'failed' }])
    expect((await sdk.payouts.list()).data).toEqual([])
    // What was transferred waits with the payment that it came from; what came back doesn't.
    const after = held(await sdk.balance.retrieve()).pending
    expect(after[0]!.amount).toBe(before[0]?.amount ?? 0)
    held(await sdk.events.list({ types: ['transfer.created', 'transfer.reversed', 'payout.failed'] }))
    expect(faults).toEqual([])
  })

  test('tells the shop when it is reversed, and when the bank sends it back', async () => {
    const since = simulator.received.length
    const destination = await aReadyAccount('bank_refuses')
    const { id } = await sdk.transfers.create({
      amount: 100,
      currency: 'usd',
      destination,
      source_transaction: await aCharge(),
    })
    await sdk.transfers.createReversal(id, {})
    clock.advance(11)
    await anAccount()
    const told = () =>
      simulator.received
        .slice(since)
        .map(({ rawBody, signature }) => simulator.cards.verifyEvent(rawBody, signature))
        .filter((event) => 'subject' in event && [id, destination].includes(event.subject?.id ?? ''))
        .filter((event) => 'type' in event && !event.type.startsWith('v2'))
    await until(() => told().length === 2)
    expect(told()).toEqual(
      expect.arrayContaining([
        { id: expect.any(String), type: 'transfer.reversed', subject: { kind: 'transfer', id } },
        { id: expect.any(String), type: 'payout.failed', subject: { kind: 'recipient', id: destination } },
      ]),
    )
  })

  test.each<[string, object, string]>([
    ['to nobody', { destination: 'acct_none' }, 'resource_missing'],
    ['in another currency', { currency: 'eur' }, ''],
    ['finer than the currency', { amount: '12.5' }, 'parameter_invalid_integer'],
    ['with a part of Stripe that isn’t simulated', { source_type: 'card' }, 'parameter_unknown'],
  ])('%s is refused', async (_what, given, code) => {
    const asked = {
      amount: 100,
      currency: 'usd',
      destination: await aReadyAccount(),
      source_transaction: await aCharge(),
    }
    const refused = sdk.transfers.create({ ...asked, ...given })
    await expect(refused).rejects.toMatchObject({ statusCode: expect.any(Number), ...(code && { code }) })
  })
})
