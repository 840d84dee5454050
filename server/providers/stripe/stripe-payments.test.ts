import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '#tests/kit/test-clock.ts'
import { stripePayments } from './stripe-payments.ts'

test('the SDK is loaded by the first call that needs it, and not before', async () => {
  // In a process of its own: other tests of this one may have loaded it long ago.
  const program = `
    import { createRequire } from 'node:module'
    import { stripePayments } from '#server/providers/stripe/stripe-payments.ts'
    const files = () => Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('/stripe/'))
    const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none' })
    const found = await cards.findIntent('no intent id')
    const before = files().length
    const event = cards.verifyEvent(Buffer.from('{}'), 't=1,v1=none')
    console.log(JSON.stringify({ found, before, event, isLoaded: files().length > 0 }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', program])
  expect(JSON.parse(stdout)).toEqual({ found: null, before: 0, event: { refused: 'forged' }, isLoaded: true })
})

test('a refused webhook event is logged without its content', () => {
  const warned: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warned.push(words) }
  const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', log })
  cards.verifyEvent(Buffer.from('{"secret":"payload"}'), `t=${Math.floor(Date.now() / 1000)},v1=abc`)
  expect(warned).toHaveLength(1)
  expect(JSON.stringify(warned)).toMatch(/signature/)
  expect(JSON.stringify(warned)).not.toMatch(/payload"|whsec_none/)
})

test('strangers who send events don’t fill the log: once a minute it says how many came', () => {
  const warned: object[] = []
  const log = { warn: (facts: object) => void warned.push(facts) }
  const clock = testClock()
  const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', log, clock })
  const forge = () => cards.verifyEvent(Buffer.from('{}'), 't=1,v1=abc')
  for (let count = 0; count < 300; count += 1) forge()
  expect(warned).toEqual([{ reason: expect.stringContaining('signature'), alsoRefused: 0 }])
  clock.advance(61)
  forge()
  expect(warned).toHaveLength(2)
  expect(warned[1]).toMatchObject({ alsoRefused: 299 })
})

test('a provider that can’t be reached rejects', { timeout: 30_000 }, async () => {
  // No server listens on port 1.
  const api = () => new URL('http://127.0.0.1:1/api/card-simulator')
  const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', api })
  await expect(cards.findIntent('pi_1')).rejects.toThrow(/connection/i)
})

test('what it keeps for its work is whole minor units, also where only it counts in hundredths', async () => {
  const charge = { amount_refunded: 0, currency: 'isk', balance_transaction: { currency: 'isk', fee: 3734 } }
  const intent = { id: 'pi_1', client_secret: 's', status: 'succeeded', metadata: {}, amount: 120_000, currency: 'isk' }
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...intent, object: 'payment_intent', latest_charge: charge }))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  try {
    const { port } = provider.address() as AddressInfo
    const api = () => new URL(`http://127.0.0.1:${port}`)
    const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', api })
    expect(await cards.findIntent('pi_1')).toMatchObject({ amount: 1200, cost: 37 })
  } finally {
    provider.closeAllConnections()
    provider.close()
  }
})

test.each([
  [2, 'answers as the first'],
  [5, 'is refused in the end'],
])('a request whose key is in use %i times %s', async (times) => {
  const asked: unknown[] = []
  const provider = createServer((request, response) => {
    asked.push(request.headers['idempotency-key'])
    response.setHeader('content-type', 'application/json')
    // The SDK would wait before it asks again.
    response.setHeader('stripe-should-retry', 'false')
    const isInUse = asked.length <= times
    response.statusCode = isInUse ? 409 : 200
    const error = { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'In use' }
    response.end(JSON.stringify(isInUse ? { error } : { id: 'pi_1', client_secret: 's', object: 'payment_intent' }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void provider.close())
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  const api = () => new URL(`http://127.0.0.1:${port}`)
  const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', api })
  const opened = cards.openIntent({ orderId: '7', amount: 1250, currency: 'USD', description: 'A book' })
  const outcome = await opened.catch((error: { code: string }) => error.code)
  expect(outcome).toEqual(times < 5 ? { intentId: 'pi_1', clientSecret: 's' } : 'idempotency_key_in_use')
  expect(asked).toEqual(Array.from({ length: Math.min(times + 1, 5) }, () => 'order-7'))
})
