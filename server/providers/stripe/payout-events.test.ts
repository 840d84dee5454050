import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { testClock } from '#tests/kit/test-clock.ts'
import { stripePayments } from './stripe-payments.ts'

const clock = testClock()
const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_one,whsec_two', clock })

function read(event: object, secret = 'whsec_two') {
  const payload = JSON.stringify({ id: 'evt_1', ...event })
  const at = Math.floor(clock.now().getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return cards.verifyEvent(Buffer.from(payload), `t=${at},v1=${signature}`)
}
const snapshot = (type: string, object: object, more: object = {}) => ({
  object: 'event',
  type,
  data: { object },
  ...more,
})
const thin = (type: string, related_object: object, more: object = {}) => ({
  object: 'v2.core.event',
  type,
  related_object,
  ...more,
})
const po = { object: 'payout', id: 'po_1' }

test('each destination of the provider signs with a secret of its own', () => {
  const event = snapshot('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' })
  for (const secret of ['whsec_one', 'whsec_two'])
    expect(read(event, secret)).toMatchObject({ subject: { kind: 'payment', id: 'pi_1' } })
  expect(read(event, 'whsec_three')).toEqual({ refused: 'forged' })
  expect(read(event, 'whsec_one,whsec_two')).toEqual({ refused: 'forged' })
})

test.each([
  ['a transfer', snapshot('transfer.reversed', { object: 'transfer', id: 'tr_1' }), { kind: 'transfer', id: 'tr_1' }],
  [
    'a transfer, thin',
    thin('v1.transfer.reversed', { id: 'tr_1', type: 'transfer' }),
    { kind: 'transfer', id: 'tr_1' },
  ],
  [
    'an account, thin',
    thin('v2.core.account[requirements].updated', { id: 'acct_1', type: 'v2.core.account' }),
    { kind: 'recipient', id: 'acct_1' },
  ],
  [
    'an account, from where it is',
    thin('v2.core.account.closed', { id: 'acct_1', type: 'v2.core.account' }, { context: 'acct_1' }),
    { kind: 'recipient', id: 'acct_1' },
  ],
  ['a seller’s payout', snapshot('payout.failed', po, { account: 'acct_1' }), { kind: 'recipient', id: 'acct_1' }],
  [
    'a seller’s payout, thin',
    thin('v1.payout.failed', { id: 'po_1', type: 'payout' }, { context: 'acct_club/acct_1' }),
    { kind: 'recipient', id: 'acct_1' },
  ],
])('an event about %s names it', (_what, event, subject) => {
  expect(read(event)).toMatchObject({ subject })
})

test.each([
  ['the club’s own payout', snapshot('payout.failed', po)],
  ['a payment of a seller’s own', snapshot('charge.refunded', { object: 'charge', id: 'ch_1' }, { account: 'acct_1' })],
  ['the other mode', snapshot('transfer.reversed', { object: 'transfer', id: 'tr_1' }, { livemode: true })],
  ['an account with a strange name', snapshot('payout.failed', po, { account: '../balance' })],
])('an event about %s is nothing to ask about', (_what, event) => {
  expect(read(event)).toMatchObject({ subject: null })
})
