import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { stripePayouts } from './stripe-payouts.ts'

// What the provider answers, in turn, and what it was asked.
let answers: { status: number; body: object }[] = []
const asked: string[] = []
const provider = createServer((request, response) => void answerNext(request, response)).listen(0, '127.0.0.1')
async function answerNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const part of request) body += String(part)
  asked.push(`${request.method} ${request.url} ${body}`.trim())
  const { status, body: answer } = answers.shift() ?? {
    status: 200,
    body: { object: 'list', data: [], has_more: false },
  }
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.setHeader('stripe-should-retry', 'false')
  response.end(JSON.stringify(answer))
}
await once(provider, 'listening')
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  answers = []
  asked.length = 0
})
const { recipients, transfers } = stripePayouts({
  secretKey: 'sk_test_none',
  api: () => new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`),
})
const refused = (status: number, code: string, type = 'invalid_request_error') => ({
  status,
  body: { error: { type, code, message: `No: ${code}` } },
})

type Transfers = Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers
type Detail = Transfers['status_details'][number]
const account = (status: Transfers['status'], details: Detail[], more: object = {}) => ({
  status: 200,
  body: {
    id: 'acct_1',
    object: 'v2.core.account',
    configuration: {
      recipient: {
        applied: true,
        capabilities: { stripe_balance: { stripe_transfers: { status, status_details: details } } },
      },
    },
    ...more,
  },
})
const needed = { requirements: { entries: [{ awaiting_action_from: 'user' }] } }
const detail = (code: Detail['code'], resolution: Detail['resolution'] = 'no_resolution'): Detail => ({
  code,
  resolution,
})

test.each([
  ['active', account('active', []), 'ready', null],
  ['what is missing', account('pending', [detail('determining_status')], needed), 'needs_more', null],
  ['what is past due', account('restricted', [detail('requirements_past_due', 'provide_info')]), 'needs_more', null],
  ['a check', account('pending', [detail('requirements_pending_verification')]), 'checked', null],
  ['a country', account('unsupported', [detail('unsupported_country')]), 'refused', /country/],
  ['a rejection', account('rejected', [detail('rejected_fraud')]), 'refused', /rejected fraud/],
  [
    'another restriction',
    account('restricted', [detail('restricted_other', 'contact_stripe')]),
    'refused',
    /restricted/,
  ],
  ['a closed account', account('active', [], { closed: true }), 'refused', /closed/],
  ['no capability yet', { status: 200, body: { id: 'acct_1', configuration: {} } }, 'needs_more', null],
] as const)('an account with %s is as the provider says', async (_what, answer, status, reason) => {
  answers = [answer]
  const found = await recipients.find('acct_1')
  expect(found).toMatchObject({ status, bankRefusal: null })
  expect(found?.reason ?? '').toMatch(reason ?? /^$/)
})

test('an account that is gone, or another club’s, is none', async () => {
  for (const answer of [refused(404, 'not_found'), refused(404, 'resource_missing')]) {
    answers = [answer]
    expect(await recipients.find('acct_1')).toBeNull()
  }
  answers = [refused(401, 'api_key_expired')]
  await expect(recipients.find('acct_1')).rejects.toThrow('No:')
})

test('where the provider wants a country first, it is the club’s', async () => {
  answers = [
    refused(400, 'identity_country_required'),
    { status: 200, body: { id: 'acct_club', object: 'account', country: 'DE' } },
    { status: 200, body: { id: 'acct_1', object: 'v2.core.account' } },
  ]
  const seller = { sellerId: '7', email: 'ann@example.org', currency: 'EUR' }
  expect(await recipients.open(seller)).toEqual({ recipientId: 'acct_1' })
  expect(asked).toEqual([
    expect.not.stringContaining('identity'),
    'GET /v1/account',
    expect.stringContaining('"identity":{"country":"de"}'),
  ])
  expect(JSON.parse(asked[0]!.replace('POST /v2/core/accounts ', ''))).toMatchObject({
    contact_email: 'ann@example.org',
    dashboard: 'express',
    defaults: {
      currency: 'eur',
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    metadata: { sellerId: '7' },
  })
})

test.each([
  [400, 'balance_insufficient', 'balance'],
  [400, 'insufficient_capabilities_for_transfer', 'recipient'],
  [403, 'platform_account_required', 'other'],
] as const)('a transfer that is refused with %i %s hasn’t moved', async (status, code, kind) => {
  answers = [{ status: 200, body: { object: 'list', data: [], has_more: false } }, refused(status, code)]
  const of = { transferId: 't', tries: 1, orderId: 'o', intentId: 'pi_1', recipientId: 'acct_1' }
  const wanted = { ...of, isFromPayment: false, amount: 1250, currency: 'ISK' }
  expect(await transfers.make(wanted)).toEqual({ refused: kind, reason: `No: ${code}` })
  expect(asked[1]).toContain('amount=125000')
})

test.each([401, 409, 429, 500])('what a transfer became is unknown after a %i', async (status) => {
  answers = [
    { status: 200, body: { object: 'list', data: [], has_more: false } },
    ...Array.from({ length: 5 }, () => refused(status, 'something')),
  ]
  const of = { transferId: 't', tries: 1, orderId: 'o', intentId: 'pi_1', recipientId: 'acct_1' }
  await expect(transfers.make({ ...of, isFromPayment: false, amount: 1, currency: 'USD' })).rejects.toThrow('No:')
})
