import { beforeEach, describe, expect, test } from 'vitest'
import { cardForm, keys, startCardSimulator, type Wire } from '#tests/port-suites/card-simulator-server.ts'
import { until } from '#tests/kit/until.ts'

let intent: Wire
const simulator = await startCardSimulator()
beforeEach(async () => {
  intent = (await simulator.shop('POST', '/payment_intents', { amount: '1999', currency: 'usd' })).body
})

const confirm = (form: Record<string, string>, number = '4000002500003155') =>
  simulator.browser('POST', `/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret,
    ...cardForm(number),
    ...form,
  })
const inFrame = { use_stripe_sdk: 'true' }
const byRedirect = { return_url: 'http://shop.test/dashboard/payment/7?x=1#end' }

/** Path of the bank's page in a confirmation's answer. */
function challengePath({ body }: { body: Wire }): string {
  const action = body['next_action'] as Record<string, Record<string, string>>
  return String(action['redirect_to_url']?.['url'] ?? action['use_stripe_sdk']?.['stripe_js'])
}
const open = (path: string) => fetch(simulator.origin() + path)
const press = (path: string, outcome: 'complete' | 'fail') =>
  fetch(simulator.origin() + path, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
const retrieve = async () => (await simulator.shop('GET', `/payment_intents/${intent.id}`)).body

test('the card asks for the bank’s check, in a frame or by a redirect', async () => {
  const framed = await confirm(inFrame)
  expect(framed.status).toBe(200)
  expect(framed.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  const redirected = await confirm(byRedirect)
  expect(redirected.body).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: byRedirect },
  })
  expect(challengePath(redirected)).toMatch(/^\/api\/card-simulator\/authenticate\/src_\w{30,}$/)
})

test('the page needs no script, allows none, and can be framed by us alone', async () => {
  const response = await open(challengePath(await confirm(inFrame)))
  expect(response.status).toBe(200)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/unsafe|script-src/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await response.text()
  expect(html).toContain('Paper &amp; &lt;Ink&gt;')
  expect(html).toContain('$19.99')
  expect(html).toContain('card ending in 3155')
  expect(html).toMatch(/<html lang="en">/)
  expect(html).not.toContain(intent.client_secret)
})

describe('in a frame', () => {
  test('Complete pays', async () => {
    const path = challengePath(await confirm(inFrame))
    const answer = await press(path, 'complete')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    expect(await retrieve()).toMatchObject({ status: 'succeeded', next_action: null, amount_received: 1999 })
    expect(await (await open(path)).text()).toContain('Your bank has your answer')
  })

  test('Fail leaves the payment open with the reason, and another card pays', async () => {
    const path = challengePath(await confirm(inFrame))
    await press(path, 'fail')
    const failed = await simulator.browser('GET', `/payment_intents/${intent.id}`, {
      client_secret: intent.client_secret,
    })
    expect(failed.body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      },
    })
    expect(await (await open(path)).text()).toContain('nothing was paid')
    expect((await confirm(inFrame, '4242424242424242')).body.status).toBe('succeeded')
  })

  test('a check that was left open is replaced by the next try and answers nothing any more', async () => {
    const abandoned = challengePath(await confirm(inFrame))
    const current = challengePath(await confirm(inFrame))
    await press(abandoned, 'complete')
    expect(await retrieve()).toMatchObject({ status: 'requires_action' })
    expect(await (await open(abandoned)).text()).toContain('no longer waits')
    await press(current, 'complete')
    expect(await retrieve()).toMatchObject({ status: 'succeeded' })
  })

  test('the first answer counts', async () => {
    const path = challengePath(await confirm(inFrame))
    await press(path, 'fail')
    await press(path, 'complete')
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method' })
  })

  test('a card may be declined after the check was passed', async () => {
    const path = challengePath(await confirm(inFrame, '4000008400001629'))
    await press(path, 'complete')
    expect(await retrieve()).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    })
  })
})

describe('by a redirect', () => {
  test.each([
    ['complete', 'succeeded'],
    ['fail', 'failed'],
  ] as const)('%s leads back to the shop and says %s', async (outcome, redirectStatus) => {
    const path = challengePath(await confirm(byRedirect))
    const answer = await press(path, outcome)
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(/^\/dashboard\/payment\/7\?x=1&/)
    const back = new URL(location, 'http://shop.test')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      x: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: redirectStatus,
    })
    expect(back.hash).toBe('#end')
  })

  test('the page can be left without an answer', async () => {
    const html = await (await open(challengePath(await confirm(byRedirect)))).text()
    expect(html).toContain('href="/dashboard/payment/7?x=1&amp;')
    expect(await retrieve()).toMatchObject({ status: 'requires_action' })
  })

  test.each([
    'http://elsewhere.test/',
    '//elsewhere.test/',
    '/dashboard',
    'javascript:alert(1)',
    'http://shop.test:81/',
  ])('a buyer is never sent to %s', async (return_url) => {
    const { status, body } = await confirm({ return_url })
    expect(status).toBe(400)
    expect(body.error['param']).toBe('return_url')
    expect(await retrieve()).toMatchObject({ status: 'requires_payment_method' })
  })

  test('a path that looks like another host stays a path', async () => {
    const path = challengePath(await confirm({ return_url: 'http://shop.test//elsewhere.test/x' }))
    const location = (await press(path, 'complete')).headers.get('location') ?? ''
    expect(new URL(location, 'http://shop.test').origin).toBe('http://shop.test')
  })
})

test('cancelling and passing the check at once: one of them wins', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const { body } = await simulator.shop('POST', '/payment_intents', { amount: '500', currency: 'usd' })
      const form = { client_secret: body.client_secret, ...cardForm('4000002500003155'), ...inFrame }
      const path = challengePath(await simulator.browser('POST', `/payment_intents/${body.id}/confirm`, form))
      const [cancelled] = await Promise.all([
        simulator.shop('POST', `/payment_intents/${body.id}/cancel`),
        press(path, 'complete'),
      ])
      const { body: now } = await simulator.shop('GET', `/payment_intents/${body.id}`)
      return { cancelled: cancelled.status, now: now.status, charge: now['latest_charge'] }
    }),
  )
  for (const { cancelled, now, charge } of outcomes) {
    expect(now).toBe(cancelled === 200 ? 'canceled' : 'succeeded')
    expect(charge === null).toBe(now === 'canceled')
  }
})

test('no secret is logged, on whichever way a payment goes', async () => {
  const path = challengePath(await confirm(byRedirect))
  await open(path)
  await press(path, 'fail')
  await simulator.browser('GET', `/payment_intents/${intent.id}`, { client_secret: intent.client_secret })
  await simulator.browser('GET', `/payment_intents/${intent.id}`, { client_secret: `${intent.client_secret}x` })
  // The webhook event follows a moment later.
  await until(() => simulator.received.some(({ rawBody }) => rawBody.includes(intent.id)))
  const log = simulator.logged.join('')
  expect(log).toContain('/api/payment-events')
  const { secretKey, publishableKey, webhookSecret } = keys
  for (const secret of [intent.client_secret, path, secretKey, publishableKey, webhookSecret, '4000002500003155'])
    expect(log).not.toContain(secret)
  // Nor its last digits; ports, pids and times may contain any four.
  expect(log).not.toMatch(/[^\d.:]3155\b/)
})

test('there is nothing at an address that was made up', async () => {
  for (const id of ['src_made_up', '%00', intent.id]) {
    const path = `/api/card-simulator/authenticate/${id}`
    expect((await open(path)).status).toBe(404)
    expect((await press(path, 'complete')).status).toBe(404)
  }
  expect(await retrieve()).toMatchObject({ status: 'requires_payment_method' })
})
