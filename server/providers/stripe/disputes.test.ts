import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { stripePayments } from './stripe-payments.ts'

// What the provider answers, by the beginning of the address; what it doesn't have is missing there.
const answers = new Map<string, object>()
const asked: string[] = []
const provider = createServer((request, response) => {
  const address = decodeURIComponent(request.url ?? '')
  asked.push(address)
  const found = [...answers].find(([beginning]) => address.startsWith(beginning))?.[1]
  response.statusCode = !found ? 404 : 'error' in found ? 400 : 200
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(found ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  answers.clear()
  asked.length = 0
})
const cards = stripePayments({
  secretKey: 'sk_test_none',
  webhookSecret: 'whsec_none',
  api: () => new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`),
})
const listed = (...data: object[]) => answers.set('/v1/disputes?', { object: 'list', data, has_more: false })

const moved = (amount: number, fee: number, currency = 'usd') =>
  ({ object: 'balance_transaction', amount, fee, net: amount - fee, currency }) as Stripe.BalanceTransaction

/** As the SDK declares it; the fields that nobody reads are left out. */
const aDispute = (given: Partial<Stripe.Dispute> = {}): Partial<Stripe.Dispute> => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 1250,
  currency: 'usd',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  created: 1_795_000_000,
  status: 'needs_response',
  balance_transactions: [moved(-1250, 1500)],
  evidence_details: { due_by: 1_796_000_000 } as Stripe.Dispute.EvidenceDetails,
  ...given,
})
async function read(given: Partial<Stripe.Dispute>) {
  listed(aDispute(given))
  return (await cards.disputes!.listOf('pi_1'))[0]!
}

test('a dispute says what the bank has, what the provider took for it, and when the answer is due', async () => {
  expect(await read({})).toEqual({
    providerDisputeId: 'dp_1',
    status: 'needs_response',
    isInquiry: false,
    amount: 1250,
    currency: 'usd',
    withdrawn: 1250,
    cost: 1500,
    respondBy: new Date(1_796_000_000_000),
    openedAt: new Date(1_795_000_000_000),
  })
  expect(asked).toEqual(['/v1/disputes?payment_intent=pi_1&limit=100'])
})

test('what the bank gave back, it has no more; a fee that was returned is no cost', async () => {
  const given = { status: 'won' as const, balance_transactions: [moved(-1250, 1500), moved(1250, -1500)] }
  expect(await read(given)).toMatchObject({ status: 'closed', withdrawn: 0, cost: 0 })
})

test.each([
  ['warning_needs_response', 'needs_response', true],
  ['warning_under_review', 'under_review', true],
  ['warning_closed', 'closed', true],
  ['prevented', 'closed', true],
  ['under_review', 'under_review', false],
  ['appeal_needs_response', 'needs_response', false],
  ['appeal_under_review', 'under_review', false],
  ['won', 'closed', false],
  ['lost', 'lost', false],
  ['something_of_next_year', 'under_review', false],
] as const)('the provider’s status %s is %s', async (status, ours, isInquiry) => {
  const given = { status: status as Stripe.Dispute.Status, balance_transactions: [] }
  expect(await read(given)).toMatchObject({ status: ours, isInquiry, withdrawn: 0, cost: 0 })
})

test('settled in another currency, the bank has the disputed amount, and the fee isn’t ours to compare', async () => {
  const taken = moved(-1130, 1500, 'eur')
  expect(await read({ balance_transactions: [taken] })).toMatchObject({ withdrawn: 1250, cost: null })
  const back = moved(1120, 0, 'eur')
  expect(await read({ balance_transactions: [taken, back] })).toMatchObject({ withdrawn: 0, cost: null })
})

test('amounts are in our minor units, also of a currency that only the provider counts in hundredths', async () => {
  const given = { currency: 'isk', amount: 120_000, balance_transactions: [moved(-120_000, 150_040, 'isk')] }
  expect(await read(given)).toMatchObject({ amount: 1200, withdrawn: 1200, cost: 1500 })
})

test('a bank that can’t be answered has no day of answer', async () => {
  for (const due_by of [0, null]) {
    const evidence_details = { due_by } as Stripe.Dispute.EvidenceDetails
    expect(await read({ evidence_details })).toMatchObject({ respondBy: null })
  }
})

test('lists each disputed payment once, by its charge where the dispute doesn’t name it', async () => {
  const charge = { id: 'ch_2', payment_intent: 'pi_2' } as Stripe.Charge
  const strange = { id: 'ch_3', payment_intent: null } as Stripe.Charge
  listed(
    aDispute(),
    aDispute({ id: 'dp_2' }),
    aDispute({ payment_intent: null, charge }),
    aDispute({ payment_intent: null, charge: strange }),
  )
  expect(await cards.disputes!.listDisputedIntents(new Date(1_795_000_000_999))).toEqual(['pi_1', 'pi_2'])
  expect(asked).toEqual(['/v1/disputes?created[gte]=1795000000&limit=100&expand[0]=data.charge'])
})

test('the payment of an event’s subject is asked for, through the charge where the dispute doesn’t name it', async () => {
  answers.set('/v1/disputes/dp_1', aDispute({ payment_intent: null }))
  answers.set('/v1/charges/ch_1', { id: 'ch_1', payment_intent: 'pi_1' })
  expect(await cards.findIntentId({ kind: 'dispute', id: 'dp_1' })).toBe('pi_1')
  expect(asked).toEqual(['/v1/disputes/dp_1', '/v1/charges/ch_1'])
  answers.set('/v1/refunds/re_1', { id: 're_1', payment_intent: { id: 'pi_2' } })
  expect(await cards.findIntentId({ kind: 'refund', id: 're_1' })).toBe('pi_2')
  expect(await cards.findIntentId({ kind: 'charge', id: 'ch_unknown' })).toBeNull()
  expect(await cards.findIntentId({ kind: 'payment', id: 'pi_3' })).toBe('pi_3')
})

test('a refund of a disputed payment is not made, and no failure', async () => {
  answers.set('/v1/refunds?', { object: 'list', data: [], has_more: false })
  answers.set('/v1/refunds', { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'No.' } })
  expect(await cards.refund({ refundId: 'r', intentId: 'pi_1', amount: 100, currency: 'USD' })).toBe('disputed')
})
