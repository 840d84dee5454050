import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { testClock } from '#tests/kit/test-clock.ts'
import { stripePayments } from './stripe-payments.ts'

const loadedModules = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('/stripe/'))

test('the SDK is loaded by the first call that needs it, and not before', async () => {
  const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none' })
  expect(await cards.findIntent('no intent id')).toBeNull()
  expect(loadedModules()).toEqual([])
  expect(cards.verifyEvent(Buffer.from('{}'), 't=1,v1=none')).toEqual({ refused: 'forged' })
  expect(loadedModules()).not.toEqual([])
})

test('a refused event is told to the operator, without what was in it', () => {
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
  // Nothing listens on port 1.
  const api = () => new URL('http://127.0.0.1:1/api/card-simulator')
  const cards = stripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', api })
  await expect(cards.findIntent('pi_1')).rejects.toThrow(/connection/i)
})
