import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { linkIn, startIdentityServer } from '#tests/port-suites/identity-server.ts'
import { testClock } from '#tests/kit/test-clock.ts'
import { openPool } from '#server/database/open-pool.ts'
import { afterwards } from '#tests/kit/afterwards.ts'
import { GUESSES_TABLE } from '../guesses.sql.ts'
import { codeGuard } from './code-guard.ts'

async function guarded() {
  const { url } = await testDatabase()
  const pool = openPool(url, { name: 'guesses', max: 4 })
  afterwards(() => pool.end())
  await pool.query(GUESSES_TABLE)
  const clock = testClock()
  return { clock, guard: codeGuard({ pool, clock, secret: 'a secret for tests that is long enough' }) }
}

test('a thousand networks together guess ten codes of an account, then one every five minutes', async () => {
  const { guard, clock } = await guarded()
  const guessFrom = (network: number) =>
    guard.admit({ userId: 'ann', client: `2001:db8:${network.toString(16)}::`, device: null })
  const burst = await Promise.all(Array.from({ length: 100 }, (_, network) => guessFrom(network)))
  expect(burst.filter(({ mayTry }) => mayTry)).toHaveLength(10)
  clock.advance(24 * 3600)
  let tried = 0
  for (let network = 1000; network < 1100; network += 1) if ((await guessFrom(network)).mayTry) tried += 1
  expect(tried).toBe(10)
})

test('meanwhile the owner gets in from a browser that signed in before', async () => {
  const { guard } = await guarded()
  for (let network = 0; network < 20; network += 1)
    await guard.admit({ userId: 'ann', client: `198.51.${network}.1`, device: null })
  expect(await guard.admit({ userId: 'ann', client: '198.51.0.1', device: 'hers' })).toMatchObject({ mayTry: true })
  expect(await guard.admit({ userId: 'bob', client: '198.51.0.1', device: null })).toMatchObject({ mayTry: true })
})

test('right codes use up no guesses', async () => {
  const { guard } = await guarded()
  for (let times = 0; times < 30; times += 1) {
    const admission = await guard.admit({ userId: 'ann', client: '203.0.113.1', device: null })
    expect(admission.mayTry).toBe(true)
    if (admission.mayTry) await guard.succeeded(admission.spent)
  }
})

test('over many connections at once, however many first steps were passed, few guesses are made', async () => {
  const server = await startIdentityServer({ rateLimits: true })
  const person = { name: '', email: 'guessed@example.org', password: 'secret-7' }
  const browser = server.browser()
  await browser.send('POST', 'sign-up/email', person)
  await browser.send('POST', 'verify-email', { token: linkIn(server.mails.at(-1)).searchParams.get('token') })
  const { json } = await browser.send('POST', 'second-factor/new-app', {})
  const phone = createOTP(Buffer.from(base32.decode(String(json.secret))).toString())
  const codeNow = (ahead = 0) => phone.hotp(Math.floor(server.clock.now().getTime() / 30_000) + ahead)
  await browser.send('POST', 'second-factor/confirm-app', { code: await codeNow() })
  const guessers = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const guesser = server.browser()
      await guesser.send('POST', 'sign-in/email', person)
      return guesser
    }),
  )
  const wrong = await codeNow(50)
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, at) => guessers[at % 3]!.send('POST', 'second-step', { code: wrong })),
  )
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 401).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([5, 19])
  const late = await guessers[0]!.send('POST', 'second-step', { code: await codeNow(1) })
  expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})
